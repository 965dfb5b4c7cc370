import test from 'ava';
import {sentenceOf} from '../../stages/sentence.js';
import {Trial} from '../../testing/trial.js';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab, shortNames: [ct], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [cronSpec]
            properties:
              cronSpec: {type: string}
              replicas: {type: integer, default: 2, maximum: 10}
    additionalPrinterColumns:
    - {name: Spec, type: string, jsonPath: .spec.cronSpec}
    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
`;
const crontab = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: nightly}
spec: {cronSpec: "0 2 * * *"}
`;
const bad = crontab.replace('"0 2 * * *"}', '"x", replicas: 20, colour: red}');
const files = {'crd.yaml': definition, 'ct.yaml': crontab, 'bad.yaml': bad};

test('a CustomResourceDefinition makes a kind that is served like any other, until it is deleted', (t) => {
	const trial = new Trial();
	const run = (command: string) => {
		const {stdout, stderr} = trial.kubectl(command, files);
		return `${stdout}${stderr}`.trim();
	};

	t.regex(run('apply -f ct.yaml'), /no matches for kind "CronTab" in version "stable\.example\.com\/v1"/);
	t.is(run('apply -f crd.yaml'), 'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com created');
	const [accepted] = trial.stops(({stage}) => stage === 'apiserver.definition');
	t.regex(sentenceOf(accepted!), /kube-apiserver now serves crontabs in stable\.example\.com/);
	t.is(run('apply -f ct.yaml'), 'crontab.stable.example.com/nightly created');
	t.deepEqual(
		run('get ct')
			.split('\n')
			.map((line) => line.split(/\s{2,}/)),
		[
			['NAME', 'SPEC'],
			['nightly', '0 2 * * *'],
		],
	);
	t.regex(run('apply -f bad.yaml'), /strict decoding error: unknown field "spec\.colour"/);
	t.regex(
		run('apply -f bad.yaml --validate=false'),
		/spec\.replicas: Invalid value: 20: spec\.replicas in body should be less than or equal to 10/,
	);
	t.is(run('scale ct/nightly --replicas=3'), 'crontab.stable.example.com/nightly scaled');
	t.is(run('get ct nightly -o jsonpath={.spec.replicas},{.metadata.generation}'), '3,2');
	t.regex(run('get all'), /crontab\.stable\.example\.com\/nightly/);
	run('delete crd crontabs.stable.example.com');
	t.regex(run('get crd'), /No resources found/);
	t.deepEqual(trial.list('/registry/stable.example.com/'), []);
});

test('a restart of the apiserver loses no custom resource', (t) => {
	const trial = new Trial();
	trial.kubectl('apply -f crd.yaml', files);
	trial.kubectl('apply -f ct.yaml', files);
	trial.crash('kube-apiserver');
	trial.rest();
	trial.restart('kube-apiserver');
	trial.rest();
	t.regex(trial.kubectl('get ct', files).stdout, /nightly/);
});

test('a namespace that goes takes its custom resources with it', (t) => {
	const trial = new Trial();
	trial.kubectl('create namespace gone');
	trial.kubectl('apply -f crd.yaml', files);
	trial.kubectl('apply -f ct.yaml -n gone', files);
	trial.kubectl('delete namespace gone');
	t.deepEqual(trial.list('/registry/stable.example.com/'), []);
	t.is(trial.read('/registry/namespaces/gone'), undefined);
});

test('what a definition makes selectable can be selected, and nothing else', (t) => {
	const trial = new Trial();
	const run = (command: string, stdin: string) => {
		const {stdout, stderr} = trial.kubectl(command, {...files, 'stdin.yaml': stdin});
		return `${stdout}${stderr}`.trim();
	};

	const withFields = (...paths: string[]) =>
		`${definition}    selectableFields: [${paths.map((path) => `{jsonPath: "${path}"}`).join(', ')}]\n`;
	const refused = run(
		'create -f stdin.yaml',
		withFields('bad', '.metadata.name', '.spec', '.spec.replicas', '.spec.replicas'),
	);
	for (const problem of [
		'spec.selectableFields[0].jsonPath: Invalid value: "bad": is an invalid path: expected [ or . but got: bad',
		'spec.selectableFields[1].jsonPath: Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field',
		'spec.selectableFields[2].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
		'spec.selectableFields[4].jsonPath: Duplicate value: ".spec.replicas"',
	]) {
		t.true(refused.includes(problem), `${problem}\n${refused}`);
	}

	run('create -f stdin.yaml', withFields('.spec.replicas'));
	run('create -f ct.yaml', '');
	t.is(run('get ct --field-selector spec.replicas=2 -o name', ''), 'crontab.stable.example.com/nightly');
	t.is(run('get ct --field-selector spec.replicas=3 -o name', ''), '');
	t.regex(run('get ct --field-selector spec.cronSpec=x', ''), /field label not supported: spec\.cronSpec/);
});

test('a kind that goes takes nothing new, and lets go of what is left', (t) => {
	const trial = new Trial();
	const run = (command: string, stdin = '') => {
		const {stdout, stderr} = trial.kubectl(command, {...files, 'stdin.yaml': stdin});
		return `${stdout}${stderr}`.trim();
	};

	run('create -f crd.yaml');
	run('create -f stdin.yaml', crontab.replace('name: nightly', 'name: nightly, finalizers: [example.com/wait]'));
	run('delete crd crontabs.stable.example.com --wait=false');
	t.regex(
		run('create -f stdin.yaml', crontab.replace('nightly', 'other')),
		/create not allowed while custom resource definition is terminating/,
	);
	t.regex(run('patch ct nightly --type=merge -p {"metadata":{"finalizers":null}}'), /patched/);
	trial.pass(6000);
	t.deepEqual(trial.list('/registry/stable.example.com/'), []);
	t.regex(run('get crd'), /No resources found/);
});

test('the Scale of a custom object is that of its own fields, and what was never set is not there', (t) => {
	const trial = new Trial();
	const run = (command: string, stdin = '') => {
		const {stdout, stderr} = trial.kubectl(command, {...files, 'stdin.yaml': stdin});
		return `${stdout}${stderr}`.trim();
	};

	run('create -f stdin.yaml', definition.replace('default: 2, ', ''));
	run('create -f ct.yaml');
	const scale = 'nightly --subresource=scale';
	t.regex(run(`get ct ${scale}`), /Internal error occurred: the spec replicas field ".spec.replicas" does not exist/);
	t.regex(run(`patch ct ${scale} --type=merge -p {}`), /the spec replicas field ".spec.replicas" cannot be empty/);
	t.regex(
		run(`patch ct ${scale} --type=merge -p {"spec":{"replicas":-1}}`),
		/The CronTab "nightly" is invalid: \.spec\.replicas: Invalid value: -1: should be a non-negative integer/,
	);
	t.regex(run(`patch ct ${scale} --type=merge -p {"spec":{"replicas":3}}`), /patched/);
	t.is(run('get ct nightly -o jsonpath={.spec.replicas}'), '3');
	t.regex(
		run('patch ct nightly --type=merge -p {"metadata":{"finalizers":["x.example.com"]}}'),
		/Warning: metadata\.finalizers: "x\.example\.com": prefer a domain-qualified finalizer name including a path/,
	);
});
