import {existsSync} from 'node:fs';
import path from 'node:path';
import {Mistake} from '../../scenario/mistake.js';
import type {Rendered} from './rendered.js';
import {outputOf} from './run-tool.js';

/** How a chart is rendered. */
export interface ChartOptions {
	readonly values?: readonly string[] | undefined;
	readonly set?: readonly string[] | undefined;
	readonly release?: string | undefined;
	readonly namespace?: string | undefined;
}

/** The value of `.Capabilities.KubeVersion` in charts. */
const kubernetesVersion = '1.36.0';

const repeated = (flag: string, all: readonly string[] = []): readonly string[] =>
	all.flatMap((value) => [flag, value]);

/**
The output of the installed helm for the chart in a folder.

@throws {Mistake} when helm is not installed, or it fails
*/
export const chartRendered = (
	chart: string,
	{values, set, release = 'release-name', namespace}: ChartOptions,
): Rendered => {
	if (!existsSync(path.join(chart, 'Chart.yaml'))) {
		throw new Mistake('this is no chart: it has no Chart.yaml', {file: chart}, 'name the folder of a chart');
	}

	const text = outputOf(
		[['helm', 'template']],
		[
			release,
			chart,
			'--include-crds',
			'--no-hooks',
			'--kube-version',
			kubernetesVersion,
			...repeated('--values', values),
			...repeated('--set', set),
			...(namespace === undefined ? [] : ['--namespace', namespace]),
		],
		chart,
		'install helm: https://helm.sh/docs/intro/install/',
	);
	return {
		file: path.join(chart, 'helm-template.yaml'),
		text,
		isFound: false,
		sourceOf(_, own) {
			// The first part is the name of the chart.
			const [, named] = /^# Source: [^/\n]+\/(.+)$/m.exec(own) ?? [];
			return named === undefined ? undefined : path.join(chart, named);
		},
	};
};
