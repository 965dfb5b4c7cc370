import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {figure, type Print} from './measure.js';
import {needsOf} from './needs.js';

const deployment = (replicas: number): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: ${replicas}\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: 'nginx:1.27'}]}\n`;

const cluster = (nodes: number): string =>
	JSON.stringify({
		nodes: Array.from({length: nodes}, (_, index) => ({
			name: `node-${index + 1}`,
			capacity: {cpu: '64', memory: '256Gi', pods: '250'},
		})),
	});

/** CPU and memory of long traces, with the limits that clients have on a real cluster. @param many whether ten thousand Pods are traced too, which takes minutes */
export const measureTraces = (print: Print, many: boolean): void => {
	const home = mkdtempSync(path.join(os.tmpdir(), 'bench-trace-'));
	const put = (name: string, text: string): string => {
		const file = path.join(home, name);
		writeFileSync(file, text);
		return file;
	};
	print('trace of a Deployment, by the ordinary start');
	try {
		for (const {pods, nodes, mostMB} of [
			{pods: 1000, nodes: 20, mostMB: 250},
			...(many ? [{pods: 10_000, nodes: 50, mostMB: 900}] : []),
		]) {
			const {cpuSeconds, MB} = needsOf(
				'trace',
				'--cluster',
				put('cluster.yaml', cluster(nodes)),
				'--stops',
				'10000000',
				'--for',
				'2h',
				put('web.yaml', deployment(pods)),
			);
			print(figure(`trace of ${pods} Pods, memory`, MB, 'MB', mostMB));
			print(figure('  CPU', cpuSeconds, 's'));
		}
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
};
