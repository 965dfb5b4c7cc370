import type {PersistentVolume, PersistentVolumeClaim, Pod, StorageClass} from '../../objects/kubernetes.generated.js';
import {bytes} from '../../objects/quantity.js';
import {nestedField} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {all, eventsAbout} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {Candidate, FieldPath, FileChange, Finding, Scene} from '../symptom.js';
import type {DiagnosisWords} from '../words/words.js';

const field: FieldPath = ['spec', 'storageClassName'];

/** The annotation that named a claim's class before the field existed, and is still valid. */
const classAnnotation: FieldPath = ['metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class'];

/** The place where a claim names its class. */
const classPlace = ({metadata}: PersistentVolumeClaim): FieldPath =>
	metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] === undefined ? field : classAnnotation;

const classesOf = ({ledger}: Scene): readonly StorageClass[] =>
	all<StorageClass>(ledger, '/registry/storageclasses/').map(({object}) => object);

/** The classes to try, the likeliest first. */
const otherClasses = (claim: PersistentVolumeClaim, scene: Scene): readonly Candidate[] => {
	const place = classPlace(claim);
	const wanted = String(nestedField(claim, ...place) ?? '');
	const names = classesOf(scene)
		.map(({metadata}) => metadata.name)
		.filter((name) => name !== wanted);
	const near = wanted ? closest(wanted, names) : undefined;
	return [...new Set([...(near ? [near] : []), ...names])].map((value) => ({field: place, change: {value}}));
};

/** The changes of a claim's fields that make it match a volume. */
const differences = ({spec}: PersistentVolumeClaim, volume: PersistentVolume): readonly FileChange[] => {
	const {storageClassName = '', accessModes = [], capacity} = volume.spec;
	return [
		...((spec?.storageClassName ?? '') === storageClassName ? [] : [{field, change: {value: storageClassName}}]),
		...((spec?.accessModes ?? []).every((mode) => accessModes.includes(mode))
			? []
			: [{field: ['spec', 'accessModes'], change: {value: accessModes}}]),
		...(bytes(spec?.resources?.requests?.['storage']) <= bytes(capacity?.['storage'])
			? []
			: [{field: ['spec', 'resources', 'requests', 'storage'], change: {value: capacity?.['storage']}}]),
	];
};

/** The single difference between a claim and a free volume: the likeliest mistake. */
const nearVolumes = (claim: PersistentVolumeClaim, {ledger}: Scene): readonly FileChange[] =>
	all<PersistentVolume>(ledger, '/registry/persistentvolumes/').flatMap(({object}) => {
		const [change, ...more] = object.spec.claimRef === undefined ? differences(claim, object) : [];
		return change === undefined || more.length > 0 ? [] : [change];
	});

const isUsed = ({metadata}: PersistentVolumeClaim, {ledger}: Scene): boolean =>
	all<Pod>(ledger, `/registry/pods/${metadata.namespace}/`).some(({object}) =>
		object.spec.volumes?.some(({persistentVolumeClaim: used}) => used?.claimName === metadata.name),
	);

/** The reason why a claim is not bound to the volume that it names: from its Events, or because the volume does not exist. */
const withoutNamed = (claim: PersistentVolumeClaim, scene: Scene, message: Finding['message']): Found => {
	const {volumeName: name = ''} = claim.spec ?? {};
	const names = all<PersistentVolume>(scene.ledger, '/registry/persistentvolumes/').map(
		({object}) => object.metadata.name,
	);
	const near = closest(name, names);
	const volume = scene.ledger.read<PersistentVolume>(`/registry/persistentvolumes/${name}`);
	const unlike = volume ? differences(claim, volume) : [];
	if (unlike[0]) {
		return {
			message,
			field: unlike[0].field,
			advice: [({cluster}) => cluster.volumes(names)],
			candidates: unlike.length === 1 ? unlike : [{changes: unlike}],
		};
	}

	return {
		message: names.includes(name) ? message : ({cluster}) => cluster.namesNoVolume(name),
		field: ['spec', 'volumeName'],
		advice: [({cluster}) => cluster.volumes(names)],
		// Without the name, the claim would get an empty volume: the data of the intended volume would be out of sight.
		candidates: near === undefined || near === name ? [] : [{field: ['spec', 'volumeName'], change: {value: near}}],
	};
};

/**
Why a claim has no volume.

Long because the reasons have an order: the first that applies ends the search.
*/
const unbound = (claim: PersistentVolumeClaim, scene: Scene): Found => {
	if (claim.status?.phase === 'Bound') {
		return undefined;
	}

	const event = eventsAbout(scene.ledger, claim).at(-1);
	const message = event ? `${event.reason}: ${event.message}` : ({cluster}: DiagnosisWords) => cluster.unbound;
	if (claim.spec?.volumeName) {
		return withoutNamed(claim, scene, message);
	}

	const names = classesOf(scene).map(({metadata}) => metadata.name);
	const [, missing] = /storageclass\.storage\.k8s\.io "([^"]+)" not found/.exec(event?.message ?? '') ?? [];
	if (missing !== undefined) {
		return {
			message,
			field: classPlace(claim),
			advice: [({cluster}) => cluster.classes(names)],
			candidates: [...nearVolumes(claim, scene), ...otherClasses(claim, scene)],
		};
	}

	if (event?.message?.includes('claim Selector is not supported')) {
		return {
			message,
			field: ['spec', 'selector'],
			advice: [({cluster}) => cluster.noVolume(all(scene.ledger, '/registry/persistentvolumes/').length === 0)],
			candidates: [
				// A selector chooses among volumes that exist; without a class, the claim takes one of those.
				...(claim.spec?.selector ? [{field, change: {value: ''}}] : []),
				{field: ['spec', 'selector'], change: {remove: true}},
			],
		};
	}

	if (event?.message?.includes('error getting handle for DataSource Type')) {
		const source = claim.spec?.dataSource ? 'dataSource' : 'dataSourceRef';
		return {message, field: ['spec', source, 'name'], ...otherSource(claim, scene)};
	}

	switch (event?.reason) {
		case 'WaitForFirstConsumer': {
			return {
				message,
				advice: [({cluster}) => cluster.waitsForConsumer(isUsed(claim, scene))],
				isRemark: true,
			};
		}

		case 'ExternalProvisioning': {
			const [, provisioner] = /external provisioner '([^']+)'/.exec(event.message ?? '') ?? [];
			return {
				message,
				field: classPlace(claim),
				advice: [({cluster}) => cluster.noProvisioner(provisioner)],
				candidates: otherClasses(claim, scene),
			};
		}

		default: {
			const volumes = all<PersistentVolume>(scene.ledger, '/registry/persistentvolumes/');
			const near = nearVolumes(claim, scene);
			return {
				message,
				field: near[0]?.field ?? (claim.spec?.storageClassName === undefined ? ['spec'] : field),
				advice: [({cluster}) => cluster.noVolume(volumes.length === 0)],
				candidates: [
					...near,
					...(claim.spec?.storageClassName === undefined ? [] : [{field, change: {remove: true as const}}]),
					...otherClasses(claim, scene),
				],
			};
		}
	}
};

/** A claim with a name similar to that of a missing data source. */
const otherSource = (claim: PersistentVolumeClaim, {ledger}: Scene): Pick<Finding, 'advice' | 'candidates'> => {
	const {kind = '', name = ''} = claim.spec?.dataSource ?? claim.spec?.dataSourceRef ?? {};
	const namespace = claim.metadata.namespace ?? 'default';
	const others = all<PersistentVolumeClaim>(ledger, `/registry/persistentvolumeclaims/${namespace}/`)
		.map(({object}) => object.metadata.name)
		.filter((other) => other !== claim.metadata.name);
	const near = kind === 'PersistentVolumeClaim' && !others.includes(name) ? closest(name, others) : undefined;
	return near === undefined
		? {advice: []}
		: {
				advice: [({pods}: DiagnosisWords) => pods.didYouMean(near)],
				candidates: [
					{field: ['spec', claim.spec?.dataSource ? 'dataSource' : 'dataSourceRef', 'name'], change: {value: near}},
				],
			};
};

/** Reasons why a claim has no volume. */
export const claimRows: readonly Row[] = [row('claim unbound', 'v1 PersistentVolumeClaim', unbound)];
