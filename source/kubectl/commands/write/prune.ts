import {propagation} from '../../deletion.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure} from '../../failure.js';
import type {ApiResource} from '../../discovery.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {dryRunOf, objectName, printResult, type Format} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {itemsOf, unstructuredOf} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';

/** A kind as `--prune-allowlist` names it: `apps/v1/Deployment`, `core/v1/ConfigMap`. */
export interface PrunedKind {
	readonly apiVersion: string;
	readonly kind: string;
}

const within = (apiVersion: string, ...kinds: readonly string[]): readonly PrunedKind[] =>
	kinds.map((kind) => ({apiVersion, kind}));

/** The kinds that are pruned by default. */
const usual = [
	...within(
		'v1',
		'ConfigMap',
		'Endpoints',
		'PersistentVolumeClaim',
		'Pod',
		'ReplicationController',
		'Secret',
		'Service',
	),
	...within('batch/v1', 'Job', 'CronJob'),
	...within('networking.k8s.io/v1', 'Ingress'),
	...within('apps/v1', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'),
];
const usualOfCluster = within('v1', 'Namespace', 'PersistentVolume');

/** @throws {CommandFailure} for kinds that are not written as group/version/kind. */
export const allowlist = ({flags}: Invocation): readonly PrunedKind[] =>
	flags.list('prune-allowlist').map((text) => {
		const [group, version, kind, ...others] = text.split('/');
		if (version === undefined || kind === undefined || others.length > 0) {
			throw new CommandFailure(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
		}

		return {apiVersion: group === 'core' || group === '' ? version : `${group}/${version}`, kind};
	});

/** @throws {CommandFailure} for flags that would prune too much. */
export const checkPrune = ({flags}: Invocation): void => {
	if (flags.on('all') && flags.text('selector')) {
		throw new CommandFailure('cannot set --all and --selector at the same time');
	}

	if (flags.on('prune') && !flags.on('all') && !flags.text('selector')) {
		throw new CommandFailure(
			'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
		);
	}

	if (flags.on('prune') && flags.on('server-side')) {
		throw new CommandFailure("--prune is in alpha and doesn't currently work on objects created by server-side apply");
	}
};

function* resourceOf(invocation: Invocation, {apiVersion, kind}: PrunedKind): Routine<ApiResource> {
	const resource = yield* invocation.lookUp((resources) => resources.ofKind(apiVersion, kind));
	if (!resource) {
		throw new CommandFailure(`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`);
	}

	return resource;
}

/** The scope: resources, each with a namespace. */
export type PrunePlan = ReadonlyArray<{readonly resource: ApiResource; readonly namespace?: string}>;

/**
The resources and namespaces that are pruned: the namespaces of the manifests.

@throws {CommandFailure} for a kind that the server does not serve.
@mirrors kubectl/pkg/cmd/apply pruner, kubectl/pkg/util/prune GetRESTMappings
*/
export function* prunePlan(invocation: Invocation, manifests: readonly Manifest[]): Routine<PrunePlan> {
	const chosen = allowlist(invocation);
	if (chosen.length === 0) {
		invocation.log(
			'Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.',
			'prune.go:71',
		);
	}

	const resources: ApiResource[] = [];
	for (const one of chosen.length > 0 ? chosen : [...usual, ...usualOfCluster]) {
		resources.push(yield* resourceOf(invocation, one));
	}

	const namespaces = [...new Set(manifests.flatMap(({namespace}) => (namespace ? [namespace] : [])))];
	return [
		...namespaces.flatMap((namespace) =>
			resources.filter(({namespaced}) => namespaced).map((resource) => ({resource, namespace})),
		),
		...resources.filter(({namespaced}) => !namespaced).map((resource) => ({resource})),
	];
}

/**
Deletes objects that were applied before and are no longer in the manifests.

@param kept uids of the objects applied now.
*/
export function* prune(invocation: Invocation, plan: PrunePlan, kept: ReadonlySet<string>, format: Format): Routine {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	for (const {resource, namespace} of plan) {
		const list = yield* invocation.request('GET', pathOf(resource, namespace), {
			query: {labelSelector: flags.text('selector')},
		});
		for (const object of itemsOf(unstructuredOf(list.body))) {
			const {name = '', uid = '', annotations} = object.metadata ?? {};
			if (annotations?.[lastApplied] === undefined || kept.has(uid)) {
				continue;
			}

			yield* note(
				'kubectl.generate',
				{case: 'prune', of: objectName(resource, name), before: object},
				{object: keyOf(resource, namespace, name)},
			);
			if (dryRun !== 'client') {
				yield* invocation.delete(resource, namespace, name, {
					apiVersion: 'v1',
					kind: 'DeleteOptions',
					propagationPolicy: propagation(invocation),
					...(flags.number('grace-period') >= 0 && flags.changed('grace-period')
						? {gracePeriodSeconds: flags.number('grace-period')}
						: {}),
					...(dryRun === 'server' ? {dryRun: ['All']} : {}),
				});
			}

			printResult(invocation, format, resource, object, 'pruned', dryRun);
		}
	}
}
