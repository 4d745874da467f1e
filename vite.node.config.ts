import { defineConfig } from 'vite';

/** For programs that run in Node. scripts/build.mjs builds them one at a time and names the entry file. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/node',
    // The other programs are in the same folder.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    // Constants stay `const`, as in the workers of the app: then V8 knows their values. As `var`, which Vite makes of them
    // otherwise, they cost the engine a third of its speed.
    rolldownOptions: { output: { topLevelVar: false } },
  },
});
