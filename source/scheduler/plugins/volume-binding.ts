import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {matchesNodeSelector} from '../../objects/node-selector.js';
import {bytes} from '../../objects/quantity.js';
import {refuseForGood, skip, type Plugin, type Prefiltered, type ClusterView} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';

/** The changes that a Pod's volumes need on a node. */
export interface VolumePlan {
	/** Claims for an existing volume. */
	readonly bind: ReadonlyArray<{readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume}>;
	/** Claims for which a provisioner makes a volume near the node. */
	readonly provision: readonly PersistentVolumeClaim[];
}

/** The plan without changes. */
export const noVolumes: VolumePlan = {bind: [], provision: []};

interface State {
	readonly bound: readonly PersistentVolumeClaim[];
	/** Claims that waited for a Pod to use them (`WaitForFirstConsumer`). */
	readonly waiting: readonly PersistentVolumeClaim[];
	readonly view: ClusterView;
}

/**
Admits nodes that can reach the Pod's volumes, and chooses volumes for claims that wait for a first consumer.

@see https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode
*/
export const volumeBinding: Plugin<State> = {
	name: 'VolumeBinding',

	prefilter: claimsOf,

	filter(_info, node, state) {
		const {bound, view} = state;
		const reasons = [];
		const volumes = bound.map((claim) => view.volume(claim.spec.volumeName ?? ''));
		if (volumes.some((volume) => volume && !reaches(volume, node))) {
			reasons.push("node(s) didn't match PersistentVolume's node affinity");
		} else if (volumes.includes(undefined)) {
			reasons.push('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)');
		}

		if (state.waiting.length > 0 && !choose(state, node)) {
			reasons.push("node(s) didn't find available persistent volumes to bind");
		}

		return reasons.length > 0 ? refuseForGood(...reasons) : undefined;
	},

	worthRetrying: (_pod, event) =>
		event.resource === 'persistentvolumeclaims' ||
		event.resource === 'persistentvolumes' ||
		event.resource === 'storageclasses' ||
		event.resource === 'csinodes' ||
		(event.resource === 'nodes' && event.action !== 'DELETED'),
};

/** The Pod's claims: the bound ones, and those that waited for it. */
function claimsOf(info: PodInfo, view: ClusterView): Prefiltered<State> {
	if (info.claimNames.length === 0) {
		return skip;
	}

	const refused = (reason: string) => ({kind: 'refused', refusal: refuseForGood(reason)}) as const;
	const bound = [];
	const waiting = [];
	for (const name of info.claimNames) {
		const claim = view.claim(info.pod.metadata.namespace ?? 'default', name);
		if (!claim) {
			return refused(`persistentvolumeclaim "${name}" not found`);
		}

		if (claim.status?.phase === 'Lost') {
			return refused(
				`persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName}"`,
			);
		}

		if (claim.metadata.deletionTimestamp) {
			return refused(`persistentvolumeclaim "${name}" is being deleted`);
		}

		if (isBound(claim)) {
			bound.push(claim);
		} else if (waitsForConsumer(claim, view) && !claim.spec?.volumeName) {
			waiting.push(claim);
		} else {
			return refused('pod has unbound immediate PersistentVolumeClaims');
		}
	}

	return {kind: 'go', state: {bound, waiting, view}};
}

/** The changes that the Pod's volumes need on this node; `undefined` if none is needed or possible. */
export const planVolumes = (info: PodInfo, node: NodeInfo, view: ClusterView): VolumePlan | undefined => {
	const claims = claimsOf(info, view);
	return claims.kind === 'go' ? choose(claims.state, node) : undefined;
};

/** Whether the controller has finished binding the claim. */
export const isBound = (claim: PersistentVolumeClaim): boolean =>
	Boolean(claim.spec?.volumeName) && claim.metadata?.annotations?.['pv.kubernetes.io/bind-completed'] !== undefined;

const waitsForConsumer = (claim: PersistentVolumeClaim, view: ClusterView): boolean =>
	view.storageClass(claim.spec?.storageClassName ?? '')?.volumeBindingMode === 'WaitForFirstConsumer';

const reaches = (volume: PersistentVolume, node: NodeInfo): boolean =>
	matchesNodeSelector(volume.spec?.nodeAffinity?.required, node.node);

/** Volumes for the waiting claims on this node: the smallest that is large enough, else one to be provisioned; `undefined` if neither is possible. */
const choose = ({waiting, view}: State, node: NodeInfo): VolumePlan | undefined => {
	const bind: Array<VolumePlan['bind'][number]> = [];
	const provision: PersistentVolumeClaim[] = [];
	const taken = new Set<string>();
	for (const claim of waiting.toSorted((a, b) => storage(a) - storage(b))) {
		const volume = view
			.volumes()
			.filter((candidate) => !taken.has(candidate.metadata.name) && suits(candidate, claim, node, view))
			.sort((a, b) => bytes(a.spec?.capacity?.['storage']) - bytes(b.spec?.capacity?.['storage']))[0];
		if (volume) {
			taken.add(volume.metadata.name);
			bind.push({claim, volume});
			continue;
		}

		const storageClass = view.storageClass(claim.spec?.storageClassName ?? '');
		if (!storageClass || storageClass.provisioner === 'kubernetes.io/no-provisioner') {
			return undefined;
		}

		const {allowedTopologies} = storageClass;
		if (
			allowedTopologies?.length &&
			!allowedTopologies.some((term) =>
				(term.matchLabelExpressions ?? []).every(({key, values}) => values.includes(node.labels[key] ?? '')),
			)
		) {
			return undefined;
		}

		provision.push(claim);
	}

	return {bind, provision};
};

const storage = (claim: PersistentVolumeClaim): number => bytes(claim.spec?.resources?.requests?.['storage']);

/** @mirrors component-helpers/storage/volume FindMatchingVolume */
const suits = (volume: PersistentVolume, claim: PersistentVolumeClaim, node: NodeInfo, view: ClusterView): boolean => {
	const {spec, status, metadata} = volume;
	const ref = spec?.claimRef;
	const assumedFor = view.volumeAssumedFor(metadata.name);
	const claimKey = `${claim.metadata.namespace}/${claim.metadata.name}`;
	const forThis =
		ref &&
		ref.namespace === claim.metadata.namespace &&
		ref.name === claim.metadata.name &&
		(!ref.uid || ref.uid === claim.metadata.uid);
	return (
		metadata.deletionTimestamp === undefined &&
		(forThis || (!ref && (status?.phase === undefined || status.phase === 'Available'))) &&
		(assumedFor === undefined || assumedFor === claimKey) &&
		(spec?.storageClassName ?? '') === (claim.spec?.storageClassName ?? '') &&
		(spec?.volumeMode ?? 'Filesystem') === (claim.spec?.volumeMode ?? 'Filesystem') &&
		(claim.spec?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode)) &&
		bytes(spec?.capacity?.['storage']) >= storage(claim) &&
		(!claim.spec?.selector || matchesLabelSelector(claim.spec.selector, metadata.labels)) &&
		reaches(volume, node)
	);
};
