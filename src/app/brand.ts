/** The product's name on every screen; `VITE_BRAND` changes it at build time. */
export const BRAND: string = import.meta.env['VITE_BRAND'] || 'GL Classifier';
