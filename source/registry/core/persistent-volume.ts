import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {NodeSelectorTerm, PersistentVolume} from '../../objects/kubernetes.generated.js';
import {bytes, compareQuantities} from '../../objects/quantity.js';
import {checkImmutable, checkSupported, refuseEach, requireValue, sorted, type Errors} from '../validation/checks.js';
import {checkKnownAccessModes, volumeModes} from '../pod/claim-spec.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkNodeSelector} from '../validation/selectors.js';
import {specDiff} from '../validation/spec-diff.js';
import {checkSources, persistentVolumeSources} from '../pod/volume-sources.js';
import {semanticEqual} from '../../kernel/equality.js';
import {deprecatedVolumes, termWarnings} from '../pod/warnings.js';
import {classAnnotationWarnings} from './class-annotation.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {classOf, modes} from './volume-columns.js';

const path = 'spec';

const checkCapacity = (errors: Errors, given: Readonly<Record<string, string>> | undefined): void => {
	const capacity = given ?? {};
	const amounts = Object.entries(capacity);
	if (amounts.length === 0) {
		errors.push(required(`${path}.capacity`));
	}

	if (capacity.storage === undefined || amounts.length > 1) {
		errors.push(notSupported(`${path}.capacity`, sorted(given), ['storage']));
	}

	for (const [name, amount] of amounts) {
		const field = `${path}.capacity[${name}]`;
		if (bytes(amount) < 0) {
			errors.push(invalid(field, bytes(amount), 'must be a valid resource quantity'));
		}

		if (compareQuantities(amount, 0) <= 0) {
			errors.push(invalid(field, amount, 'must be greater than zero'));
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePersistentVolumeSpec */
const checkSpec = (errors: Errors, {metadata, spec}: PersistentVolume): void => {
	requireValue(errors, `${path}.accessModes`, spec.accessModes);
	checkKnownAccessModes(errors, `${path}.accessModes`, spec.accessModes);
	checkCapacity(errors, spec.capacity);
	const reclaim = spec.persistentVolumeReclaimPolicy;
	if (reclaim) {
		checkSupported(errors, `${path}.persistentVolumeReclaimPolicy`, reclaim, ['Delete', 'Recycle', 'Retain']);
	}

	const affinity = spec.nodeAffinity;
	if (affinity?.required) {
		checkNodeSelector(errors, `${path}.nodeAffinity.required`, affinity.required);
	} else if (affinity) {
		errors.push(required(`${path}.nodeAffinity.required`, 'must specify required node constraints'));
	}

	const count = checkSources(errors, path, spec, persistentVolumeSources, 0, metadata.name);
	if (count === 0) {
		errors.push(required(path, 'must specify a volume type'));
	}

	if (spec.local && count === 1 && !affinity) {
		errors.push(required(`${path}.nodeAffinity`, 'Local volume requires node affinity'));
	}

	if (spec.hostPath && /^\/+(\.\/*)*$/.test(spec.hostPath.path) && reclaim === 'Recycle') {
		errors.push(forbidden(`${path}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'"));
	}

	checkClasses(errors, spec);
};

const checkClasses = (errors: Errors, spec: NonNullable<PersistentVolume['spec']>): void => {
	if (spec.storageClassName) {
		refuseEach(errors, `${path}.storageClassName`, spec.storageClassName, dnsSubdomainErrors(spec.storageClassName));
	}

	if (spec.volumeMode !== undefined) {
		checkSupported(errors, `${path}.volumeMode`, spec.volumeMode, volumeModes);
	}

	const name = spec.volumeAttributesClassName;
	if (name === undefined) {
		return;
	}

	if (name === '') {
		errors.push(required(`${path}.volumeAttributesClassName`, 'an empty string is disallowed'));
	} else {
		refuseEach(errors, `${path}.volumeAttributesClassName`, name, dnsSubdomainErrors(name));
	}

	if (!spec.csi) {
		errors.push(required(`${path}.csi`, 'has to be specified when using volumeAttributesClassName'));
	}
};

export const checkPersistentVolume = (errors: Errors, volume: PersistentVolume): void => {
	checkMetadata(errors, volume.metadata, false, nameRules.subdomain);
	checkSpec(errors, volume);
};

/** The place of the bytes cannot change. @mirrors ValidatePersistentVolumeUpdate */
export const checkPersistentVolumeUpdate = (
	errors: Errors,
	volume: PersistentVolume,
	old: PersistentVolume,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, volume.metadata, old.metadata);
	if (subresource === 'status') {
		return;
	}

	// The strategy has checked all of it; the update checks it again.
	checkPersistentVolume(errors, volume);
	checkPersistentVolume(errors, volume);
	const sourceOf = ({spec}: PersistentVolume): unknown =>
		Object.fromEntries(Object.keys(persistentVolumeSources).map((kind) => [kind, spec && Reflect.get(spec, kind)]));
	const compared = withoutAddedSecret(volume, old);
	if (!semanticEqual(sourceOf(compared), sourceOf(old))) {
		const diff = specDiff(old.spec, compared.spec, 'core.v1.PersistentVolumeSource');
		errors.push(
			forbidden('spec.persistentvolumesource', `spec.persistentvolumesource is immutable after creation\n${diff}`),
		);
	}

	checkImmutable(errors, 'volumeMode', volume.spec?.volumeMode, old.spec?.volumeMode);
	checkNodeAffinityKept(errors, volume.spec?.nodeAffinity, old.spec?.nodeAffinity);
	if (old.spec?.volumeAttributesClassName !== undefined && volume.spec?.volumeAttributesClassName === undefined) {
		errors.push(forbidden(`${path}.volumeAttributesClassName`, 'update from non-nil value to nil is forbidden'));
	}
};

/** The secret for expansion may be added once. */
const withoutAddedSecret = (volume: PersistentVolume, old: PersistentVolume): PersistentVolume => {
	const {csi} = volume.spec ?? {};
	if (!csi?.controllerExpandSecretRef || !old.spec?.csi || old.spec.csi.controllerExpandSecretRef) {
		return volume;
	}

	const {controllerExpandSecretRef: _, ...kept} = csi;
	return {...volume, spec: {...volume.spec, csi: kept}};
};

/** Labels that had another name before they became stable. */
const stableLabels: Readonly<Record<string, string>> = {
	'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
	'beta.kubernetes.io/os': 'kubernetes.io/os',
	'beta.kubernetes.io/arch': 'kubernetes.io/arch',
	'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

type VolumeAffinity = NonNullable<PersistentVolume['spec']>['nodeAffinity'];

/** The nodes that reach a volume stay; only old names of labels may be replaced. @mirrors validatePvNodeAffinity */
const checkNodeAffinityKept = (errors: Errors, affinity: VolumeAffinity, old: VolumeAffinity): void => {
	if (!old) {
		return;
	}

	const renamed = {
		required: old.required && {
			nodeSelectorTerms: old.required.nodeSelectorTerms.map((term, index) =>
				withKeysOf(term, affinity?.required?.nodeSelectorTerms?.[index]),
			),
		},
	};
	if (!affinity || !semanticEqual(affinity, renamed)) {
		const shown = affinity ? internalForm(affinity, 'core.v1.VolumeNodeAffinity') : null;
		errors.push(invalid('nodeAffinity', shown, 'field is immutable, except for updating from beta label to GA'));
	}
};

/** The old term with the keys of the new one where both mean the same label. */
const withKeysOf = (old: NodeSelectorTerm, now: NodeSelectorTerm | undefined): NodeSelectorTerm => {
	const renamed = (requirements: NodeSelectorTerm['matchExpressions'], others: NodeSelectorTerm['matchExpressions']) =>
		requirements?.map((requirement, index) => {
			const key = others?.[index]?.key;
			return key !== undefined && stableLabels[requirement.key] === key ? {...requirement, key} : requirement;
		});
	return {
		...old,
		...(old.matchExpressions && {matchExpressions: renamed(old.matchExpressions, now?.matchExpressions)}),
		...(old.matchFields && {matchFields: renamed(old.matchFields, now?.matchFields)}),
	};
};

const optionsAnnotation = 'volume.beta.kubernetes.io/mount-options';

/** @mirrors k8s.io/kubernetes/pkg/api/persistentvolume GetWarningsForPersistentVolume */
export const volumeObjectWarnings = ({metadata, spec}: PersistentVolume): string[] => {
	const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
	const plugin = Object.entries(deprecatedVolumes).find(([kind]) => spec && Reflect.get(spec, kind));
	return [
		...classAnnotationWarnings(metadata),
		...(metadata.annotations?.[optionsAnnotation] === undefined
			? []
			: [`metadata.annotations[${optionsAnnotation}]: deprecated since v1.31; use "mountOptions" attribute instead`]),
		...(spec?.persistentVolumeReclaimPolicy === 'Recycle'
			? [
					'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
				]
			: []),
		...terms.flatMap((term, index) =>
			termWarnings(`spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, term, false),
		),
		...(plugin ? [`spec.${plugin[1][0]}: ${plugin[1][1]}`] : []),
	];
};

/** @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
export const persistentVolume = describeKind('v1 PersistentVolume', {
	validate: {create: checkPersistentVolume, update: checkPersistentVolumeUpdate},
	prepare: {
		create(volume) {
			volume.status = {phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp};
		},
		status(volume, {status: old}, now) {
			const {phase, lastPhaseTransitionTime: told} = volume.status ?? {};
			const last = old?.lastPhaseTransitionTime;
			const changed = old?.phase !== phase;
			if (!told || (changed && told === last)) {
				volume.status = {...volume.status, lastPhaseTransitionTime: changed ? (now ?? last) : last};
			}
		},
	},
	warnings: volumeObjectWarnings,
	store: {returnsDeleted: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Capacity', cell: ({spec}) => spec.capacity?.['storage'] ?? '0'},
			{name: 'Access Modes', cell: ({spec}) => modes(spec.accessModes)},
			{name: 'Reclaim Policy', cell: ({spec}) => spec.persistentVolumeReclaimPolicy ?? ''},
			{
				name: 'Status',
				cell: ({metadata, status}) =>
					metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
			},
			{name: 'Claim', cell: ({spec}) => (spec.claimRef ? `${spec.claimRef.namespace}/${spec.claimRef.name}` : '')},
			{name: 'StorageClass', cell: classOf},
			{name: 'VolumeAttributesClass', cell: ({spec}) => spec.volumeAttributesClassName ?? '<unset>'},
			{name: 'Reason', cell: ({status}) => status?.reason ?? ''},
			ageColumn,
			{name: 'VolumeMode', priority: 1, cell: ({spec}) => spec.volumeMode ?? '<unset>'},
		],
	},
	defaults: [
		defaultsOf('core.v1.PersistentVolumeSpec', (draft) => {
			draft.persistentVolumeReclaimPolicy ||= 'Retain';
			draft.volumeMode ??= 'Filesystem';
		}),
		defaultsOf('core.v1.PersistentVolumeStatus', (draft) => {
			draft.phase ||= 'Pending';
		}),
	],
});
