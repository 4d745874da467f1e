// React's development build notes each rendering for the browser's developer tools: a tenth of a component test's time.
Object.assign(console, { timeStamp: undefined, createTask: undefined });
