import {deviceVerdicts, type DeviceVerdict} from '../../cluster.js';
import type {DeviceClass, Pod, ResourceSlice, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {podClaim} from '../../objects/resource-claims.js';
import {podCondition} from '../../objects/pod.js';
import {closest} from '../../scenario/mistake.js';
import {containersOf} from '../container-reference.js';
import {all, lastEvent} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {FieldPath, Scene} from '../symptom.js';
import type {DiagnosisWords, Saying} from '../words/words.js';
import type {PlacementAdvice} from './room.js';

const objectsOf = <T>({ledger}: Scene, prefix: string): readonly T[] =>
	all<T>(ledger, prefix).map(({object}) => object);

/** The claims of a Pod, as far as they exist, each with the index of its entry. */
const claimsOf = (
	pod: Pod,
	{ledger}: Scene,
): ReadonlyArray<{readonly index: number; readonly claim: ResourceV1ResourceClaim}> =>
	(pod.spec.resourceClaims ?? []).flatMap((entry, index) => {
		const wanted = podClaim(pod, entry);
		const claim =
			wanted.case === 'named'
				? ledger.read<ResourceV1ResourceClaim>(`/registry/resourceclaims/${pod.metadata.namespace}/${wanted.name}`)
				: undefined;
		return claim ? [{index, claim}] : [];
	});

const fieldOf = (pod: Pod, index: number): FieldPath => [
	'spec',
	'resourceClaims',
	index,
	pod.spec.resourceClaims?.[index]?.resourceClaimName === undefined ? 'resourceClaimTemplateName' : 'resourceClaimName',
];

/** The most devices that are listed individually. */
const mostTold = 4;

const verdictWords = (verdict: DeviceVerdict, {pods: {device}}: DiagnosisWords): string => {
	switch (verdict.case) {
		case 'class': {
			return device.ofOtherClass(verdict.device, verdict.className);
		}

		case 'selector': {
			return device.selector(verdict.device, verdict.expression);
		}

		case 'taint': {
			return device.taint(verdict.device, verdict.taint);
		}

		case 'taken': {
			return device.taken(verdict.device, verdict.by);
		}

		case 'fits': {
			return device.fits(verdict.device);
		}
	}
};

/** The reasons why the devices of the cluster do not fit, those of the claim's own class first. */
const verdictsAdvice = (verdicts: readonly DeviceVerdict[]): readonly Saying[] => {
	const ofClass = verdicts.filter((verdict) => verdict.case !== 'class');
	const told = ofClass.slice(0, mostTold).map(
		(verdict): Saying =>
			(words) =>
				verdictWords(verdict, words),
	);
	const more = ofClass.length - mostTold;
	return [
		...(ofClass.length === 0 ? ([({pods}) => pods.noDevices(verdicts.length)] satisfies readonly Saying[]) : told),
		...(more > 0 ? ([({pods}) => pods.moreDevices(more)] satisfies readonly Saying[]) : []),
	];
};

/** Why no node can provide the devices of a Pod's claims. */
export const noDeviceAdvice = (pod: Pod, scene: Scene): PlacementAdvice => {
	const slices = objectsOf<ResourceSlice>(scene, '/registry/resourceslices/');
	const classes = objectsOf<DeviceClass>(scene, '/registry/deviceclasses/');
	const claims = objectsOf<ResourceV1ResourceClaim>(scene, '/registry/resourceclaims/');
	const waiting = claimsOf(pod, scene).filter(({claim}) => !claim.status?.allocation);
	return {
		field: fieldOf(pod, waiting[0]?.index ?? 0),
		advice: waiting.flatMap(({claim}) => verdictsAdvice(deviceVerdicts(claim, slices, classes, claims))),
		candidates: [],
	};
};

/** A claim names a class that does not exist. */
export const noClassAdvice = (pod: Pod, scene: Scene, name: string): PlacementAdvice => {
	const names = objectsOf<DeviceClass>(scene, '/registry/deviceclasses/').map(({metadata}) => metadata.name);
	const asking = claimsOf(pod, scene).find(({claim}) => JSON.stringify(claim.spec).includes(JSON.stringify(name)));
	return {
		field: fieldOf(pod, asking?.index ?? 0),
		advice: [({pods}) => pods.deviceClasses(names, closest(name, names))],
		candidates: [],
	};
};

/** A claim has devices that are unreachable from every node that fits the Pod. */
export const deviceElsewhereAdvice = (pod: Pod, scene: Scene): PlacementAdvice => {
	const given = claimsOf(pod, scene).filter(({claim}) => claim.status?.allocation?.nodeSelector);
	return {
		field: fieldOf(pod, given[0]?.index ?? 0),
		advice: given.map(
			({claim: {metadata, status}}): Saying =>
				({pods}) =>
					pods.devicesElsewhere(
						metadata.name,
						(status?.allocation?.devices?.results ?? []).map(({driver, pool, device}) => `${driver}/${pool}/${device}`),
						(status?.reservedFor ?? []).map((user) => user.name),
					),
		),
		candidates: [],
	};
};

/** The Pod waits outside the queue for a missing claim: the scheduler does not report it. */
const claimMissing = (pod: Pod, scene: Scene): Found => {
	if (pod.spec.nodeName !== undefined || podCondition(pod, 'PodScheduled')) {
		return undefined;
	}

	const {namespace = 'default'} = pod.metadata;
	for (const [index, {resourceClaimName, resourceClaimTemplateName}] of (pod.spec.resourceClaims ?? []).entries()) {
		const isTemplate = resourceClaimName === undefined;
		const name = resourceClaimName ?? resourceClaimTemplateName ?? '';
		const plural = isTemplate ? 'resourceclaimtemplate' : 'resourceclaim';
		const prefix = `/registry/${plural}s/${namespace}/`;
		const names = scene.ledger.keys(prefix).map((key) => key.slice(prefix.length));
		if (names.includes(name)) {
			continue;
		}

		const event = isTemplate ? lastEvent(scene.ledger, pod, ['FailedResourceClaimCreation']) : undefined;
		const field = fieldOf(pod, index);
		const near = closest(name, names);
		return {
			message: event ? `${event.reason}: ${event.message}` : `${plural}.resource.k8s.io "${name}" not found`,
			field,
			stage: event ? 'controller.resourceclaim.failure' : 'scheduler.queue',
			advice: [
				...(isTemplate ? [] : ([({pods}) => pods.waitsForClaim] satisfies readonly Saying[])),
				({pods}) =>
					near
						? pods.didYouMean(near)
						: pods.applyDeviceClaim(isTemplate ? 'ResourceClaimTemplate' : 'ResourceClaim', name, namespace),
			],
			candidates: near ? [{field, change: {value: near}}] : [],
		};
	}

	return undefined;
};

/** The node cannot make the devices of the Pod's claims ready. */
const devicesNotReady = (pod: Pod, {ledger}: Scene): Found => {
	const {nodeName} = pod.spec;
	const isPreparing =
		nodeName !== undefined &&
		pod.status.phase === 'Pending' &&
		containersOf(pod).every(({status}) => status.containerID === undefined);
	const warning = isPreparing ? lastEvent(ledger, pod, ['FailedPrepareDynamicResources']) : undefined;
	if (!warning) {
		return undefined;
	}

	const [, driver] = /DRA driver (\S+) is not registered/.exec(warning.message ?? '') ?? [];
	return {
		message: `${warning.reason}: ${warning.message}`,
		field: ['spec', 'resourceClaims'],
		stage: 'kubelet.sync',
		advice: [({pods}) => (driver === undefined ? pods.driverFails : pods.noDriver(driver, nodeName ?? ''))],
	};
};

/** Reasons why a Pod does not receive its claimed devices. */
export const deviceRows: readonly Row[] = [
	row('device claim missing', 'v1 Pod', claimMissing),
	row('devices not ready', 'v1 Pod', devicesNotReady),
];
