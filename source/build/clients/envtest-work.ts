import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {errorText} from '../../kernel/error-text.js';
import {isRecord} from '../../kernel/record.js';
import type {Failure} from './kubectl-work.js';

/** The release of controller-runtime whose envtest is tried. */
const controllerRuntime = 'sigs.k8s.io/controller-runtime@v0.25.2';

const source = fileURLToPath(new URL('../../../source/build/clients/envtest/', import.meta.url));

/** The output of a program that failed. */
const outputOf = (error: unknown): string =>
	isRecord(error) && 'stdout' in error ? `${String(error.stdout)}${String(error.stderr)}` : errorText(error);

/**
Runs a Go suite, unchanged, on the programs that `assets` writes, and replays its recording.

@returns the number of passed tests, and the failures; `undefined` without Go.
*/
export const workWithEnvtest = (
	cli: string,
	home: string,
): {readonly passed: number; readonly failures: readonly Failure[]} | undefined => {
	if (spawnSync('go', ['version']).status !== 0) {
		return undefined;
	}

	const [module, assets, recordings] = ['module', 'assets', 'recordings'].map((name) =>
		path.join(home, 'envtest', name),
	);
	mkdirSync(module!, {recursive: true});
	copyFileSync(path.join(source, 'suite_test.go'), path.join(module!, 'suite_test.go'));
	const failures: Failure[] = [];
	let passed = 0;
	const step = (what: string, program: string, ...words: readonly string[]): void => {
		try {
			execFileSync(program, words, {
				cwd: module,
				encoding: 'utf8',
				stdio: 'pipe',
				env: {...process.env, GOFLAGS: '-mod=mod', KUBEBUILDER_ASSETS: assets},
			});
			passed++;
		} catch (error) {
			failures.push({what, why: outputOf(error).slice(-2000)});
		}
	};

	step('assets are written', process.execPath, cli, 'assets', assets!, '--record', recordings!);
	step('a Go module', 'go', 'mod', 'init', 'example.com/suite');
	step('controller-runtime', 'go', 'get', controllerRuntime);
	step('its dependencies', 'go', 'mod', 'tidy');
	step('the suite passes', 'go', 'test', '-count=1', './...');
	const recorded = readdirSync(recordings!).map((name) => path.join(recordings!, name));
	if (recorded.length === 0) {
		failures.push({what: 'a recording', why: 'there is none'});
	}

	for (const file of recorded) {
		step('the recording replays', process.execPath, cli, 'replay', '--check', file);
	}

	return {passed, failures};
};
