import { defineConfig } from 'vite';

/** Programs that run in Node, built one at a time by scripts/build.mjs, which names the entry file. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/node',
    // The other programs stand there too.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    // Constants stay constants, as in the workers of the app: compiled code knows their values. As `var`, which Vite
    // makes of them otherwise, they cost the engine a third of its speed.
    rolldownOptions: { output: { topLevelVar: false } },
  },
});
