import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {figure, type Print} from './measure.js';
import {needsOf, type Needs} from './needs.js';

/** The needs of a check of a folder. */
const checked = (folder: string): Needs => needsOf('check', '-q', folder);

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
		checked(folder('warm', singles(1)));
		print(figure('check of one file, wall', checked(folder('one', singles(1))).wallSeconds, 's', 0.8));
		print(figure('check of 100 Deployments in 100 files', checked(folder('100', singles(100))).cpuSeconds, 's', 10));
		const application = [
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shared}\ndata: {MODE: test}\n',
			...names(27).flatMap((name) => [deployment(name, 2), service(name)]),
		];
		print(
			figure('check of an application in 55 files', checked(folder('application', application)).cpuSeconds, 's', 10),
		);
		print(figure('check of 500 files, memory', checked(folder('500', singles(500))).MB, 'MB', 1000));
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
};
