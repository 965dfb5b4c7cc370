import path from 'node:path';
import {quoteWord} from '../manifests.js';
import type {CheckConfig} from './config.js';
import {isServerSide, type CheckFlags} from './flags.js';

/** The words after `run` that make the cluster of a finding again. */
export interface Opening {
	/** The files of the part, and those that it needs. */
	readonly files: readonly string[];
	/** The flags, as `flagsOfRun` returns them. */
	readonly flags: readonly string[];
}

/** The most files that a command lists; beyond it, it names their folders. */
const mostFiles = 5;

const repeated = (flag: string, values: readonly string[] = []): readonly string[] =>
	values.flatMap((value) => [flag, quoteWord(value)]);

/** The flags of `run` for the cluster that a check uses, but for the version of Kubernetes: `inVersion` adds that. */
export const flagsOfRun = (
	flags: CheckFlags,
	config: Pick<CheckConfig, 'cluster' | 'crds' | 'policy' | 'images'> | undefined,
): readonly string[] => {
	const one = (flag: string, value: string | number | undefined): readonly string[] =>
		repeated(flag, value === undefined ? [] : [String(value)]);
	return [
		...one('--cluster', flags.cluster ?? (flags.from === undefined ? config?.cluster : undefined)),
		...one('--scheduler-config', flags.schedulerConfig),
		...one('--seed', flags.seed),
		...repeated('--from', flags.from),
		...one('--images', flags.images ?? config?.images),
		...repeated('--crds', [...(flags.crds ?? []), ...(config?.crds ?? [])]),
		...repeated('--policy', [...(flags.policy ?? []), ...(config?.policy ?? [])]),
		...one('--namespace', flags.namespace),
		...(isServerSide(flags) ? ['--server-side'] : []),
		...(flags.create ? ['--create'] : []),
	];
};

/** The words that open the debugger where a finding was decided. */
export const openingWords = (id: string, {files, flags}: Opening): string => {
	const named = files.map((file) => (file === 'STDIN' ? '-' : file));
	const shown = named.length > mostFiles ? [...new Set(named.map((file) => path.dirname(file)))] : named;
	return [
		'k8s-walkthrough run',
		...(shown.length > mostFiles ? ['…'] : shown.map(quoteWord)),
		...flags,
		'--at',
		id,
	].join(' ');
};
