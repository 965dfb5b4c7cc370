import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {isRecord} from '../../kernel/record.js';
import {errorText} from '../../kernel/error-text.js';
import type {Failure} from './kubectl-work.js';
import type {Kubectl} from './kubectls.js';
import {workWithStern, type Step} from './stern-work.js';

/** Tools that Go builds from their modules, at the releases that are tried. */
const modules = {
	helm: 'helm.sh/helm/v3/cmd/helm@v3.18.6',
	kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
	// v1.35 needs a newer Go than most machines have.
	stern: 'github.com/stern/stern@v1.33.1',
};

/** A day's work with a chart as `helm create` writes it: nginx, a Service, and a test that asks it by wget. */
const helmWork: ReadonlyArray<readonly [words: string, says?: RegExp]> = [
	['create chart'],
	['install first ./chart --wait --timeout 120s', /STATUS: deployed/],
	['test first', /Phase: +Succeeded/],
	['upgrade first ./chart --set replicaCount=2 --wait --timeout 120s', /REVISION: 2/],
	['rollback first 1 --wait --timeout 120s', /Rollback was a success/],
	['history first', /Rollback to 1/],
	['list', /first\s+default\s+3\s/],
	['uninstall first --wait --timeout 120s', /uninstalled/],
];

const kustomization = `resources: [service.yaml]
namePrefix: first-
labels: [{pairs: {team: a}}]
configMapGenerator: [{name: settings, literals: [a=b]}]
`;

const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
`;

/**
Real tools run against a server: helm with a chart and its test, kustomize with its output, stern with logs.

@returns the number of passed tests, and the failures; `undefined` without Go.
*/
export const workWithGoTools = (
	kubeconfig: string,
	home: string,
	kubectl: Kubectl | undefined,
): {readonly passed: number; readonly failures: readonly Failure[]} | undefined => {
	if (spawnSync('go', ['version']).status !== 0) {
		return undefined;
	}

	const folder = path.join(home, 'go-tools');
	const bin = path.join(folder, 'bin');
	mkdirSync(path.join(folder, 'kustomization'), {recursive: true});
	writeFileSync(path.join(folder, 'kustomization', 'kustomization.yaml'), kustomization);
	writeFileSync(path.join(folder, 'kustomization', 'service.yaml'), service);
	const failures: Failure[] = [];
	let passed = 0;
	const step: Step = (program, words, says = /^/, input) => {
		const what = [path.basename(program), ...words].join(' ');
		try {
			const printed = execFileSync(program, words, {
				cwd: folder,
				encoding: 'utf8',
				stdio: 'pipe',
				input,
				env: {...process.env, GOBIN: bin, CGO_ENABLED: '0', KUBECONFIG: kubeconfig},
			});
			if (says.test(printed)) {
				passed++;
			} else {
				failures.push({what, why: `expected ${says}:\n${printed.slice(0, 1500)}`});
			}

			return printed;
		} catch (error) {
			const printed = isRecord(error) ? `${String(error['stdout'])}${String(error['stderr'])}` : '';
			failures.push({what, why: (printed || errorText(error)).slice(-1500)});
			return '';
		}
	};

	for (const module of Object.values(modules)) {
		step('go', ['install', module]);
	}

	for (const [words, says] of helmWork) {
		step(path.join(bin, 'helm'), words.split(' '), says);
	}

	const built = step(path.join(bin, 'kustomize'), ['build', 'kustomization'], /name: first-settings-\w+/);
	if (kubectl) {
		step(kubectl.file, ['apply', '-f', '-'], /service\/first-web created/, built);
		workWithStern(step, path.join(bin, 'stern'), kubectl.file);
	}

	return {passed, failures};
};
