import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { embeddedBackend } from './vite.backend.ts';

/** The app that people see. The embedded backend is built by vite.node.config.ts. */
export default defineConfig({
  plugins: [react(), embeddedBackend()],
  build: { outDir: 'dist/app', target: 'es2022', sourcemap: true },
  worker: { format: 'es' },
});
