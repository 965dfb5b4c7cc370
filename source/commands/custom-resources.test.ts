import test from 'ava';
import {runCommand as runNarrow} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';

/** Runs a command line whose output is not wrapped. */
const runCommand = (words: readonly string[]) => runNarrow(words, '', 4000);

const folder = temporaryFolder();

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab}
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
            x-kubernetes-validations:
            - rule: self.minReplicas <= self.replicas
              message: replicas must not be below minReplicas
            properties:
              minReplicas: {type: integer}
              replicas: {type: integer}
`;
const cronTab = (replicas: number): string =>
	`apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: mine}\nspec:\n  minReplicas: 5\n  replicas: ${replicas}\n`;

const defined = put(folder, 'crd.yaml', definition);
const good = put(folder, 'good.yaml', cronTab(7));
const bad = put(folder, 'bad.yaml', cronTab(3));
const cluster = put(folder, 'cluster.yaml', `objects: |\n${definition.replaceAll(/^/gm, '  ')}`);

test('an object of a kind that the cluster was given is stored, and found by its name', async (t) => {
	const {code, out} = await runCommand(['trace', good, '--cluster', cluster]);
	t.is(code, 0);
	t.regex(out, /✓ crontab\/default\/mine {2}stored/);
	const until = ['--until', 'etcd.txn object=crontabs.stable.example.com/mine'];
	t.is((await runCommand(['trace', good, '--cluster', cluster, ...until])).code, 0);
});

test('a rule of the definition refuses at the place in the file', async (t) => {
	const {code, out} = await runCommand(['trace', bad, '--cluster', cluster]);
	t.is(code, 1);
	t.regex(out, /bad\.yaml:4:1 {2}spec\n/);
	t.regex(out, /replicas must not be below minReplicas/);
});

test('a definition and its object in one command: kubectl knows no such kind yet, and that is said', async (t) => {
	const {code, out} = await runCommand(['trace', defined, good]);
	t.is(code, 1);
	t.regex(out, /no matches for kind "CronTab" in version "stable\.example\.com\/v1"/);
	t.regex(out, /unblock {2}CronTab is served once its CustomResourceDefinition \(\S+crd\.yaml\) is established/);
});

test('--then reads the files that it names', async (t) => {
	const {code, out} = await runCommand(['trace', defined, '--then', `apply -f ${good}`, '--then', 'get crontabs']);
	t.is(code, 0);
	t.regex(out, /kubectl prints: crontab\.stable\.example\.com\/mine created/);
	const missing = await runCommand(['trace', defined, '--then', 'apply -f nowhere.yaml']);
	t.is(missing.code, 1);
	t.regex(missing.out, /the path "nowhere\.yaml" does not exist/);
});

test('a policy’s refusal without a field is reported as kubectl reports it', async (t) => {
	const policy = put(
		folder,
		'policy.yaml',
		`apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: 'false', message: no more of them}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
`,
	);
	const {out} = await runCommand(['trace', policy, '--then', 'create configmap one']);
	t.regex(
		out,
		/kubectl prints: error: failed to create configmap: configmaps "one" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: no more of them/,
	);
	const object = put(folder, 'one.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n');
	const applied = await runCommand(['trace', policy, '--then', `apply -f ${object}`]);
	t.regex(
		applied.out,
		/The configmaps "one" is invalid: : ValidatingAdmissionPolicy 'few' with binding 'few' denied request: no more of them/,
	);
});

test('can-i asks the server again for a kind that an earlier discovery does not have', async (t) => {
	const {code, out} = await runCommand(['trace', defined, '--then', 'auth can-i list crontabs.stable.example.com']);
	t.is(code, 0, out);
	t.notRegex(out, /have a resource type/);
});
