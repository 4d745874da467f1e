import { build, type Plugin } from 'vite';

/**
 * Serves every worker as one file, as the product has it. Vite's dev server would have each start of a worker ask for
 * some dozens of modules, and a component test starts one or two.
 */
export function bundledWorkers(): Plugin {
  return {
    name: 'bundled-workers',
    async load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!query.includes('worker_file')) return;
      const { output } = await bundle(file);
      for (const module of output[0].moduleIds) this.addWatchFile(module);
      return { code: output[0].code };
    },
  };
}

async function bundle(file: string) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'test',
    build: {
      write: false,
      minify: true,
      sourcemap: false,
      target: 'esnext',
      rolldownOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error(`${file} was built more than once`);
  return result;
}
