// Imported first by every start script: one clear line instead of a syntax error on an old Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `GL Classifier needs Node 20.19 or newer; this is ${process.versions.node}. Install it from nodejs.org.`,
  );
  process.exit(1);
}
