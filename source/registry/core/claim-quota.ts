import type {QuotaUse} from '../kind.js';
import {matchesValues, type ScopeExpression} from '../quota/scope-expression.js';
import {compareQuantities} from '../../objects/quantity.js';
import type {Amounts} from '../quota/amounts.js';
import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';

/** The requested amount, or the allocated one if that is more. */
const claimUsage = ({metadata, spec, status}: PersistentVolumeClaim): Amounts => {
	const asked = spec.resources?.requests?.['storage'];
	const given = status?.allocatedResources?.['storage'];
	const size = asked && given && compareQuantities(given, asked) > 0 ? given : asked;
	const name = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName;
	const prefix = name ? `${name}.storageclass.storage.k8s.io/` : undefined;
	return {
		...(prefix ? {[`${prefix}persistentvolumeclaims`]: '1'} : {}),
		...(size ? {'requests.storage': size} : {}),
		...(prefix && size ? {[`${prefix}requests.storage`]: size} : {}),
	};
};

const matchesClaim = (expression: ScopeExpression, {spec, status}: PersistentVolumeClaim): boolean =>
	expression.scopeName === 'VolumeAttributesClass' &&
	matchesValues(
		expression,
		[
			spec.volumeAttributesClassName,
			status?.currentVolumeAttributesClassName,
			status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
		].filter((name): name is string => Boolean(name)),
	);

/** The amounts that quotas count for claims. @mirrors k8s.io/kubernetes/pkg/quota/v1/evaluator/core pvcEvaluator */
export const claimQuota: QuotaUse<PersistentVolumeClaim> = {
	byPlural: true,
	usage: claimUsage,
	concerns: (name) =>
		name === 'requests.storage' ||
		/\.storageclass\.storage\.k8s\.io\/(?:requests\.storage|persistentvolumeclaims)$/.test(name),
	isInScope: matchesClaim,
};
