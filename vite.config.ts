import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The app that people see. The embedded backend is built by vite.node.config.ts. */
export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/app', target: 'es2022', sourcemap: true },
  worker: { format: 'es' },
});
