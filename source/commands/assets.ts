import {chmodSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {Mistake} from '../scenario/mistake.js';
import {envtestPrograms} from './envtest.js';
import {writeTextFile} from './text-file.js';

/** The settings that `assets` writes into the programs. */
interface Assets {
	/** The target folder. */
	readonly folder: string;
	/** Scenario file of the cluster behind the kube-apiserver. */
	readonly cluster?: string;
	/** Folder of the recordings. */
	readonly record?: string;
	/** Whether webhooks of the suite are called. */
	readonly webhooks?: boolean;
	/** Plan file of `chaos` that each kube-apiserver follows. */
	readonly plan?: string;
	/** The user's command that restarts the controller, for a plan that needs it. */
	readonly restart?: string;
	/** The words that start this program: node and its entry. */
	readonly command: readonly string[];
}

/** A word that a shell accepts unquoted. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const starts = (program: string, {command, cluster, record, webhooks, plan, restart}: Assets): string => {
	const flags = [
		...(cluster === undefined ? [] : ['--cluster', path.resolve(cluster)]),
		...(record === undefined ? [] : ['--record', path.resolve(record)]),
		...(webhooks ? ['--webhooks'] : []),
		...(plan === undefined ? [] : ['--plan', path.resolve(plan)]),
		...(restart === undefined ? [] : ['--restart', restart]),
	];
	return `#!/bin/sh
# Written by k8s-walkthrough assets.
exec ${[...command, 'assets', 'run', ...flags, program].map((word) => quoted(word)).join(' ')} "$@"
`;
};

/** The user's kubectl: the one on the path outside this folder. */
const kubectl = (folder: string): string => `#!/bin/sh
# Written by k8s-walkthrough assets: the kubectl on your PATH, if you have one.
IFS=:
for folder in $PATH; do
	if [ "$folder" != ${quoted(folder)} ] && [ -x "$folder/kubectl" ]; then
		exec "$folder/kubectl" "$@"
	fi
done
echo 'kubectl is not on your PATH; install it from https://kubernetes.io/docs/tasks/tools/' >&2
exit 127
`;

/**
Writes the programs that a test environment of controller-runtime looks for under `KUBEBUILDER_ASSETS`.

@returns the paths that were written.
@throws {Mistake} when a file cannot be written
@see https://book.kubebuilder.io/reference/envtest
*/
export const writeAssets = (assets: Assets): readonly string[] => {
	const folder = path.resolve(assets.folder);
	if (assets.record !== undefined) {
		mkdirSync(path.resolve(assets.record), {recursive: true});
	}

	const texts: ReadonlyArray<readonly [name: string, text: string]> = [
		...envtestPrograms.map((program) => [program, starts(program, assets)] as const),
		['kubectl', kubectl(folder)],
	];
	return texts.map(([name, text]) => {
		const file = path.join(folder, name);
		writeTextFile(file, text, {folders: true});
		try {
			chmodSync(file, 0o755);
		} catch {
			throw new Mistake(`${file} cannot be made executable`, {}, 'name a folder that you own');
		}

		return file;
	});
};
