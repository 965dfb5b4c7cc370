import test from 'ava';
import {podSpecPath, podTemplatePath} from './pod-template.js';

for (const [kind, template, spec] of [
	['Pod', [], ['spec']],
	['Deployment', ['spec', 'template'], ['spec', 'template', 'spec']],
	['CronJob', ['spec', 'jobTemplate', 'spec', 'template'], ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
	['ConfigMap', undefined, undefined],
	['constructor', undefined, undefined],
] as const) {
	test(`the place of Pods in the kind ${kind}`, (t) => {
		t.deepEqual(podTemplatePath(kind), template);
		t.deepEqual(podSpecPath(kind), spec);
	});
}
