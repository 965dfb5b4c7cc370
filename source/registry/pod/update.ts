import {appArmorPrefix} from './app-armor.js';
import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {
	Container,
	NodeAffinity,
	NodeSelectorTerm,
	Pod,
	PodSpec,
	Toleration,
} from '../../objects/kubernetes.generated.js';
import {checkRange, type Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadataUpdate} from '../validation/metadata.js';
import {checkPod, checkPodAnnotations, mirror} from './create.js';
import {checkResize, resizeRefusal} from './resize.js';
import {checkPodStatus} from './status.js';
import {checkTolerations} from './scheduling.js';
import {specDiff} from '../validation/spec-diff.js';
import {shownLabels} from '../validation/shown-labels.js';
import {semanticEqual} from '../../kernel/equality.js';

const changeable = [
	'`spec.containers[*].image`',
	'`spec.initContainers[*].image`',
	'`spec.activeDeadlineSeconds`',
	'`spec.tolerations` (only additions to existing tolerations)',
	'`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

/** @mirrors ValidatePodSpecificAnnotationUpdates */
const checkAnnotations = (errors: Errors, pod: Pod, old: Pod): void => {
	const before = old.metadata.annotations ?? {};
	const now = pod.metadata.annotations ?? {};
	const refuse = (key: string, verb: string): void => {
		const field = `metadata.annotations[${key}]`;
		if (key.startsWith(appArmorPrefix)) {
			errors.push(forbidden(field, `may not ${verb} AppArmor annotations`));
		} else if (key === mirror) {
			errors.push(forbidden(field, `may not ${verb} mirror pod annotation`));
		}
	};

	for (const key of Object.keys(before).filter((name) => now[name] !== before[name])) {
		refuse(key, 'remove or update');
	}

	for (const key of Object.keys(now).filter((name) => before[name] === undefined)) {
		refuse(key, 'add');
	}

	checkPodAnnotations(errors, 'metadata.annotations', pod);
};

const sameCount = (
	errors: Errors,
	field: string,
	now: readonly Container[] | undefined,
	old: readonly Container[] | undefined,
): boolean => {
	if ((now?.length ?? 0) !== (old?.length ?? 0)) {
		errors.push(forbidden(field, 'pod updates may not add or remove containers'));
		return false;
	}

	for (const [index, {image = ''}] of (now ?? []).entries()) {
		if (image === '') {
			errors.push(required(`${field}[${index}].image`));
		} else if (image.trim() !== image) {
			errors.push(invalid(`${field}[${index}].image`, image, 'must not have leading or trailing whitespace'));
		}
	}

	return true;
};

/** A deadline may become shorter, but cannot be removed. Returns whether to continue. */
const checkDeadline = (errors: Errors, now: number | undefined, old: number | undefined): boolean => {
	const field = 'spec.activeDeadlineSeconds';
	const before = errors.length;
	if (now === undefined) {
		if (old !== undefined) {
			errors.push(invalid(field, null, 'must not update from a positive integer to nil value'));
		}

		return true;
	}

	checkRange(errors, field, now, 0, 2_147_483_647);
	if (errors.length === before && old !== undefined && old < now) {
		errors.push(invalid(field, now, 'must be less than or equal to previous value'));
	}

	return errors.length === before;
};

const checkTolerationsKept = (errors: Errors, now: readonly Toleration[], old: readonly Toleration[]): void => {
	const kept = old.every((before) =>
		now.some((toleration) => semanticEqual({...before, tolerationSeconds: toleration.tolerationSeconds}, toleration)),
	);
	if (kept) {
		checkTolerations(errors, 'spec.tolerations', now);
	} else {
		errors.push(forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'));
	}
};

const withOldImages = (
	now: readonly Container[] | undefined,
	old: readonly Container[] | undefined,
): readonly Container[] | undefined => now?.map((container, index) => ({...container, image: old?.[index]?.image}));

/** Allows a narrower node selection while scheduling gates hold a Pod back. Returns the spec without the allowed changes. */
const checkGated = (errors: Errors, now: PodSpec, old: PodSpec): PodSpec => {
	const selector = old.nodeSelector ?? {};
	for (const key in selector) {
		if (now.nodeSelector?.[key] !== selector[key]) {
			const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
			errors.push(invalid('spec.nodeSelector', shownLabels(now.nodeSelector), detail));
			break;
		}
	}

	checkNodeAffinityKept(errors, now.affinity?.nodeAffinity, old.affinity?.nodeAffinity);
	const affinity = {...now.affinity, nodeAffinity: old.affinity?.nodeAffinity};
	const nothing = !affinity.nodeAffinity && !affinity.podAffinity && !affinity.podAntiAffinity;
	return {...now, nodeSelector: old.nodeSelector, affinity: nothing && !old.affinity ? undefined : affinity};
};

const conditionsOf = ({matchExpressions = [], matchFields = []}: NodeSelectorTerm): number =>
	matchExpressions.length + matchFields.length;

const checkNodeAffinityKept = (errors: Errors, now: NodeAffinity | undefined, old: NodeAffinity | undefined): void => {
	const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
	const before = old?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	const terms = now?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	const shown = (term: NodeSelectorTerm): unknown => internalForm(term, 'core.v1.NodeSelectorTerm');
	if (before.length > 0 && before.length !== terms.length) {
		const list = terms.length > 0 ? terms.map((term) => shown(term)) : null;
		errors.push(invalid(path, list, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'));
		return;
	}

	for (const [index, term] of before.entries()) {
		const current = terms[index] ?? {};
		// A term without conditions matches nothing, so adding a condition would change its meaning.
		const kept =
			(conditionsOf(term) > 0 || conditionsOf(current) === 0) &&
			(['matchExpressions', 'matchFields'] as const).every((name) =>
				semanticEqual(current[name]?.slice(0, term[name]?.length ?? 0), term[name]),
			);
		if (!kept) {
			errors.push(
				invalid(`${path}[${index}]`, shown(current), 'only additions are allowed (no mutations or deletions)'),
			);
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodUpdate */
const checkSpecUpdate = (errors: Errors, now: PodSpec, old: PodSpec): void => {
	if (
		!sameCount(errors, 'spec.containers', now.containers, old.containers) ||
		!sameCount(errors, 'spec.initContainers', now.initContainers, old.initContainers)
	) {
		return;
	}

	if (!checkDeadline(errors, now.activeDeadlineSeconds, old.activeDeadlineSeconds)) {
		return;
	}

	checkTolerationsKept(errors, now.tolerations ?? [], old.tolerations ?? []);
	for (const [index, {name}] of (now.schedulingGates ?? []).entries()) {
		if (!old.schedulingGates?.some((gate) => gate.name === name)) {
			errors.push(
				forbidden(
					`spec.schedulingGates[${index}].name`,
					`only deletion is allowed, but found new scheduling gate '${name}'`,
				),
			);
		}
	}

	if (semanticEqual(now, old)) {
		return;
	}

	let compared: PodSpec = {
		...now,
		containers: withOldImages(now.containers, old.containers) ?? [],
		initContainers: withOldImages(now.initContainers, old.initContainers),
		activeDeadlineSeconds: old.activeDeadlineSeconds,
		schedulingGates: old.schedulingGates,
		tolerations: old.tolerations,
	};
	if ((old.terminationGracePeriodSeconds ?? 0) < 0 && compared.terminationGracePeriodSeconds === 1) {
		compared = {...compared, terminationGracePeriodSeconds: old.terminationGracePeriodSeconds};
	}

	if ((old.schedulingGates?.length ?? 0) > 0) {
		compared = checkGated(errors, compared, old);
	}

	if (!semanticEqual(compared, old)) {
		errors.push(
			forbidden(
				'spec',
				`pod updates may not change fields other than ${changeable}\n${specDiff(old, compared, 'core.v1.PodSpec')}`,
			),
		);
	}
};

/** @mirrors ValidatePodEphemeralContainersUpdate */
const checkEphemeral = (errors: Errors, pod: Pod, old: Pod): void => {
	for (const container of old.spec.ephemeralContainers ?? []) {
		const now = pod.spec.ephemeralContainers?.find(({name}) => name === container.name);
		if (!now) {
			errors.push(
				forbidden('spec.ephemeralContainers', `existing ephemeral containers "${container.name}" may not be removed\n`),
			);
		} else if (!semanticEqual(now, container)) {
			const diff = specDiff(container, now, 'core.v1.EphemeralContainer');
			errors.push(
				forbidden(
					'spec.ephemeralContainers',
					`existing ephemeral containers "${container.name}" may not be changed\n${diff}`,
				),
			);
		}
	}
};

/** The possible changes of a Pod, by endpoint. */
export const checkPodUpdate = (errors: Errors, pod: Pod, old: Pod, subresource: string): void => {
	checkMetadataUpdate(errors, pod.metadata, old.metadata);
	if (subresource === 'status') {
		checkAnnotations(errors, pod, old);
		checkPodStatus(errors, pod, old);
		return;
	}

	checkPod(errors, pod);
	if (subresource === 'resize') {
		const unfit = resizeRefusal(old);
		if (unfit) {
			errors.splice(0, errors.length, forbidden('[]', unfit));
		} else {
			checkResize(errors, pod, old);
		}

		return;
	}

	checkAnnotations(errors, pod, old);
	if (subresource === 'ephemeralcontainers') {
		if (old.metadata.annotations?.[mirror] === undefined) {
			checkEphemeral(errors, pod, old);
		} else {
			// Nothing else is reported then, and this is how upstream writes the field that is the object itself.
			errors.splice(0, errors.length, forbidden('[]', 'static pods do not support ephemeral containers'));
		}
	} else {
		checkSpecUpdate(errors, pod.spec, old.spec);
	}
};
