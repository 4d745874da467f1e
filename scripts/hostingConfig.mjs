// The configuration that is deployed: firebase.json, and what can be said of the built files only.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside firebase.json, whose paths it has. Not part of the repository. */
const DEPLOYED = 'firebase.deployed.json';
const FOREVER = [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }];

/**
 * The configuration to deploy from the folder of firebase.json. Each file that the build named by its content may be kept for
 * a year. Named one by one: Hosting gives a header by the address alone, so that a pattern would have browsers keep the
 * answer 404 as long, such as for a file of the former build.
 */
export function deployedConfig(folder = '.') {
  const config = JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8'));
  const { hosting } = config;
  const names = readdirSync(join(folder, hosting.public, 'assets')).filter((name) => !name.endsWith('.map'));
  const kept = names.map((name) => ({ source: `/assets/${name}`, headers: FOREVER }));
  return { ...config, hosting: { ...hosting, headers: [...hosting.headers, ...kept] } };
}

/** Writes it beside firebase.json and returns its name. */
export function writeDeployedConfig() {
  writeFileSync(DEPLOYED, JSON.stringify(deployedConfig(), null, 2));
  return DEPLOYED;
}
