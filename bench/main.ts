/** A benchmark: takes the arguments behind its name; rejects or throws where an answer is wrong. */
type Benchmark = (args: readonly string[]) => Promise<void>;

/** Every benchmark by name; each is loaded only when asked for. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  classification: async () => (await import('./classification.ts')).runClassification,
  analysis: async () => {
    const { run } = await import('./analysis.ts');
    return async (rest) => {
      if (!run(rest)) process.exitCode = 1;
    };
  },
  health: async () => {
    const { runHealth } = await import('./health.ts');
    return async () => {
      if (!runHealth()) process.exitCode = 1;
    };
  },
  guesses: async () => (await import('./guesses.ts')).runGuesses,
  keywords: async () => (await import('./keywords.ts')).runKeywords,
  preview: async () => (await import('./preview.ts')).runPreview,
  unmatched: async () => (await import('./unmatched.ts')).runUnmatched,
  server: async () => (await import('./server/run.ts')).runServerLoad,
  start: async () => (await import('./server/start.ts')).runStart,
  scale: async () => (await import('./server/scale.ts')).runScale,
  browser: async () => (await import('./browser.ts')).runBrowser,
  traffic: async () => (await import('./traffic.ts')).runTraffic,
  transfer: async () => (await import('./transfer.ts')).runTransfer,
  history: async () => (await import('./history.ts')).runHistory,
  'history-screen': async () => (await import('./list/historyScreen.ts')).runHistoryScreen,
  list: async () => (await import('./list/run.ts')).runList,
  year: async () => (await import('./year/run.ts')).runYear,
  'first-load': async () => (await import('./firstLoad.ts')).runFirstLoad,
  cold: async () => (await import('./cold.ts')).runCold,
};

const [first = 'classification', ...rest] = process.argv.slice(2);
const [name, args] = first.startsWith('--') ? ['classification', [first, ...rest]] : [first, rest];
const load = benchmarks[name];
if (load) {
  const run = await load();
  await run(args);
} else {
  console.error(`bench: there is no benchmark "${name}"; there are ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 2;
}
