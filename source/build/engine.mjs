// Another Node than the one that runs: from its npm package, kept beside the other downloads of this checkout.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The npm package that holds Node for a platform. */
const packageFor = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

/**
 * Downloads a release of Node where it is not there yet.
 * @param version a major version such as `26`, or a whole one such as `24.3.0`
 * @returns the path of its executable
 * @throws {Error} when npm has no such release for this platform
 */
export const engine = (version) => {
	const name = packageFor(process.platform, process.arch);
	const folder = path.join(root, 'node_modules/.cache/engines', version);
	const executable = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (!existsSync(executable)) {
		mkdirSync(folder, {recursive: true});
		const words = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
		try {
			// npm is a script on Windows.
			execFileSync('npm', [...words, `${name}@${version}`], {
				stdio: ['ignore', 'ignore', 'pipe'],
				shell: process.platform === 'win32',
			});
		} catch (error) {
			throw new Error(`npm has no ${name}@${version}`, {cause: error});
		}
	}

	return executable;
};
