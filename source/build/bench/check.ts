import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {isRecord} from '../../kernel/record.js';
import {figure, type Print} from './measure.js';
import {cli} from './terminal.js';

/** A process that ends reports its needs: CPU of all threads in microseconds, and its largest size in kB. */
const tells = `data:text/javascript,${encodeURIComponent("process.on('exit', () => process._rawDebug(JSON.stringify(process.resourceUsage())))")}`;

/** The needs of one check. @throws {Error} when it does not pass */
const needsOf = (folder: string): {readonly cpuSeconds: number; readonly wallSeconds: number; readonly MB: number} => {
	const before = performance.now();
	const {status, stderr} = spawnSync(process.execPath, ['--import', tells, cli, 'check', '-q', folder], {
		encoding: 'utf8',
		env: {...process.env, CI: 'true'},
	});
	const wallSeconds = (performance.now() - before) / 1000;
	const usage: unknown = JSON.parse(/^\{"userCPUTime.*$/m.exec(stderr)?.[0] ?? '{}');
	if (status !== 0 || !isRecord(usage)) {
		throw new Error(`check of ${folder} ends with ${status}: ${stderr}`);
	}

	return {
		wallSeconds,
		cpuSeconds: (Number(usage['userCPUTime']) + Number(usage['systemCPUTime'])) / 1e6,
		MB: Number(usage['maxRSS']) / 1024,
	};
};

const deployment = (name: string, replicas: number): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec:\n  replicas: ${replicas}\n  selector: {matchLabels: {app: ${name}}}\n  template:\n    metadata: {labels: {app: ${name}}}\n    spec: {containers: [{name: main, image: 'nginx:1.27', envFrom: [{configMapRef: {name: shared, optional: true}}]}]}\n`;
const service = (name: string): string =>
	`apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: ${name}}, ports: [{port: 80}]}\n`;

/** Times and sizes of `check`: single files, an application in a folder, many files. */
export const measureCheck = (print: Print): void => {
	const home = mkdtempSync(path.join(os.tmpdir(), 'bench-check-'));
	const folder = (name: string, files: readonly string[]): string => {
		const at = path.join(home, name);
		mkdirSync(at);
		for (const [index, text] of files.entries()) {
			writeFileSync(path.join(at, `${index + 1}.yaml`), text);
		}

		return at;
	};
	const names = (count: number): readonly string[] => Array.from({length: count}, (_, index) => `web-${index + 1}`);
	const singles = (count: number): readonly string[] => names(count).map((name) => deployment(name, 1));
	try {
		needsOf(folder('warm', singles(1)));
		print(figure('check of one file, wall', needsOf(folder('one', singles(1))).wallSeconds, 's', 0.8));
		print(figure('check of 100 Deployments in 100 files', needsOf(folder('100', singles(100))).cpuSeconds, 's', 10));
		const application = [
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shared}\ndata: {MODE: test}\n',
			...names(27).flatMap((name) => [deployment(name, 2), service(name)]),
		];
		print(
			figure('check of an application in 55 files', needsOf(folder('application', application)).cpuSeconds, 's', 10),
		);
		print(figure('check of 500 files, memory', needsOf(folder('500', singles(500))).MB, 'MB', 1000));
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
};
