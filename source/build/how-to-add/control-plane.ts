import type {Recipe} from './recipe.js';

/** Additions to the components: exactly the text that a stranger types. */
export const controlPlaneRecipes: readonly Recipe[] = [
	{
		what: 'an admission plug-in',
		files: {
			'apiserver/admission/require-owner.ts': `import {creates, objectOf, refuse, type AdmissionPlugin} from "./plugin.js";

/** Refuses Pods without the label \`owner\`. */
export const requireOwner: AdmissionPlugin<'RequireOwner'> = {
	name: 'RequireOwner',

	concerns: (request) => creates(request, 'pods'),

	validate(attributes) {
		if (objectOf(attributes, 'v1 Pod').metadata.labels?.['owner'] === undefined) {
			throw refuse(attributes, 'it has no label "owner"');
		}

		return {case: 'passes'};
	},
};
`,
		},
		edits: [
			{
				file: 'objects/admission-plugins.ts',
				before: "\t{name: 'ResourceQuota', on: true},",
				text: "\t{name: 'RequireOwner', on: false},\n",
			},
			{
				file: 'apiserver/admission/plugins.ts',
				before: "import {resourceQuota, type ResourceQuotaConfiguration} from './resource-quota.js';",
				text: "import {requireOwner} from './require-owner.js';\n",
			},
			{
				file: 'apiserver/admission/plugins.ts',
				before: '\tResourceQuota: (options) =>',
				text: '\tRequireOwner: requireOwner,\n',
			},
		],
		proof: {
			run: ['trace', 'owned.yaml', '--cluster', 'owner.yaml', '--then', 'apply -f pod.yaml'],
			prints:
				/RequireOwner has nothing to change or to refuse\.[\s\S]*RequireOwner refuses the request.*no label "owner"/,
		},
	},
	{
		what: 'a scheduler plug-in',
		files: {
			'scheduler/plugins/quiet-node.ts': `import {refuseForGood, type Plugin} from "../framework.js";

/** Keeps Pods away from nodes with the label \`quiet\`. */
export const quietNode: Plugin = {
	name: 'QuietNode',

	filter: (_pod, {node}) =>
		node.metadata.labels?.['quiet'] === undefined ? undefined : refuseForGood('node(s) were quiet'),
};
`,
		},
		edits: [
			{
				file: 'scheduler/profile.ts',
				before: "import {schedulingGates} from './plugins/scheduling-gates.js';",
				text: "import {quietNode} from './plugins/quiet-node.js';\n",
			},
			{file: 'scheduler/profile.ts', before: '\tinProfile(nodeName),', text: '\tinProfile(quietNode),\n'},
		],
		proof: {
			run: ['trace', 'pod.yaml', '--cluster', 'quiet.yaml'],
			prints: /QuietNode: node-a cannot take .* \(node\(s\) were quiet\)/,
		},
	},
	{
		what: 'a controller',
		files: {
			'controllers/greeter.ts': `import {ApiError, isAlreadyExists} from "../client/errors.js";
import {keyOf} from "../client/informer.js";
import {note} from "../stages/note.js";
import type {Controller} from "./controller.js";
import {allow} from "./controller-roles.js";

/** Writes a greeting for each Pod. */
export const greeter: Controller = {
	name: 'greeter',
	reportsAs: 'greeter-controller',
	rules: [allow('get list watch', 'pods'), allow('create', 'configmaps')],
	build: ({client}) => ({
		handlers: {pods: ({type, object}) => (type === 'DELETED' ? [] : [keyOf(object)])},
		*sync(key) {
			yield* note('controller.greeter.reconcile', {key});
			const [namespace = '', name = ''] = key.split('/');
			try {
				yield* client.create('configmaps', namespace, {
					apiVersion: 'v1',
					kind: 'ConfigMap',
					metadata: {name: \`hello-\${name}\`, namespace},
				});
			} catch (error) {
				if (!(error instanceof ApiError) || !isAlreadyExists(error)) {
					throw error;
				}
			}
		},
	}),
};
`,
		},
		edits: [
			{
				file: 'controllers/controller-manager.ts',
				before: "import {cronJob} from './job/cron-job.js';",
				text: "import {greeter} from './greeter.js';\n",
			},
			{file: 'controllers/controller-manager.ts', before: '\tcertificateSigning,\n];', text: '\tgreeter,\n'},
		],
		proof: {
			run: ['trace', 'pod.yaml', '--then', 'get configmap hello-web -o name'],
			prints: /The greeter controller reconciles default\/web[\s\S]*configmap\/hello-web/,
		},
	},
	{
		what: 'a kind',
		files: {
			'registry/policy/eviction.ts': `import {invalid} from "../../objects/field-error.js";
import {describeKind} from "../kind.js";

/** Refuses a grace period below 0. */
export const eviction = describeKind('policy/v1 Eviction', {
	validate: {
		create(errors, {deleteOptions}) {
			const seconds = deleteOptions?.gracePeriodSeconds ?? 0;
			if (seconds < 0) {
				errors.push(invalid('deleteOptions.gracePeriodSeconds', seconds, 'must not be negative'));
			}
		},
		plainMetadata: true,
	},
});
`,
		},
		edits: [
			{
				file: 'registry/kinds.ts',
				before: "import {resourceSlice} from './resource/resource-slice.js';",
				text: "import {eviction} from './policy/eviction.js';\n",
			},
			{file: 'registry/kinds.ts', before: '\tresourceSlice,\n];', text: '\teviction,\n'},
		],
		proof: {
			run: [
				'-e',
				"const {kindNamed} = await import('./dist/registry/kinds.js'); console.log(kindNamed('policy/v1 Eviction').name);",
			],
			prints: /^policy\/v1 Eviction$/m,
		},
	},
	{
		what: 'a stage',
		edits: [
			{
				file: 'stages/facts/controllers/workloads.ts',
				before: "\t'controller.deployment.sync':",
				text: "\t'controller.deployment.greet': {readonly key: string};\n",
			},
			{
				file: 'stages/en/controllers/workloads.ts',
				before: "\t'controller.deployment.sync'(facts, stop) {",
				text: "\t'controller.deployment.greet': ({key}) => `Hello, Deployment ${key}.`,\n",
			},
		],
		uses: [
			{
				file: 'controllers/deployment/deployment.ts',
				before: "\t\tconst deployment = tools.informer('deployments.apps').getByKey(key);",
				text: "\t\tyield* note('controller.deployment.greet', {key});\n",
			},
		],
		proof: {run: ['trace', 'deployment.yaml'], prints: /Hello, Deployment default\/web\./},
	},
	{
		what: 'a fault',
		edits: [
			{
				file: 'objects/fault.ts',
				before: '\t/** The clock of a node is ahead, or behind. */',
				text: "\t/** A node is only read. */\n\t| ({readonly kind: 'stare'; readonly node: string} & Lasting)\n",
			},
			{
				file: 'scenario/faults/fault-kinds.ts',
				before: "\t{\n\t\tname: 'skew clock',",
				text: "\t{\n\t\tname: 'stare',\n\t\targument: 'NODE [for=10s]',\n\t\tdoes: 'the node is looked at',\n\t\tread: (words) => ({kind: 'stare', node: words.target('node'), forMs: words.duration('for')}),\n\t},\n",
			},
			{file: 'scenario/faults/parse-fault.ts', before: "\t\tcase 'clock':", text: "\t\tcase 'stare':\n"},
			{
				file: 'faults/faults.ts',
				before: "\t\t\tcase 'clock': {",
				text: "\t\t\tcase 'stare': {\n\t\t\t\tyield* note('fault.stare', {node: fault.node}, {outcome: 'warning'});\n\t\t\t\treturn () => {};\n\t\t\t}\n\n",
			},
			{
				file: 'stages/facts/cluster.ts',
				before: "\t'fault.clock': {",
				text: "\t'fault.stare': {readonly node: string};\n",
			},
			{
				file: 'stages/en/cluster.ts',
				before: "\t'fault.clock': (",
				text: "\t'fault.stare': ({node}) => `Node ${node} is looked at.`,\n",
			},
		],
		proof: {run: ['trace', 'pod.yaml', '--then', ':stare node-a for=1s'], prints: /Node node-a is looked at\./},
	},
];
