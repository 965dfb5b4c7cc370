import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {temporaryFolder} from './temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const npm = (args: readonly string[], cwd: string): string =>
	// npm is a script on Windows.
	execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
		cwd,
		encoding: 'utf8',
		shell: process.platform === 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
	});

/**
 * Packs the package and installs it into an empty folder as `npm install` does with an empty cache and without a network, which fails for a
 * package with dependencies. @returns the folder with `node_modules/k8s-walkthrough`, and the size of the archive in bytes
 */
export const installed = (): {readonly folder: string; readonly bytes: number} => {
	const folder = temporaryFolder();
	writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
	npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root);
	const {version}: {readonly version: string} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const archive = `k8s-walkthrough-${version}.tgz`;
	const options = ['--offline', '--cache', path.join(folder, 'cache'), '--no-audit', '--no-fund', '--no-save'];
	npm(['install', ...options, `./${archive}`], folder);
	return {folder, bytes: readFileSync(path.join(folder, archive)).length};
};
