import {forbidden, internalError, invalid} from '../../objects/field-error.js';
import type {ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {restartsAfter} from '../../objects/pod.js';
import {checkImmutable, checkLabelKey, checkRange, refuseEach, type Errors} from '../validation/checks.js';
import {checkAllocated, checkClaims, checkExtendedClaim} from './device-status.js';
import {familyOf, isAddress} from '../../objects/ip.js';
import {checkIP} from '../validation/ip.js';

type Status = NonNullable<Pod['status']>;

const ownConditions = ['PodScheduled', 'Ready', 'Initialized'];
const ofPod = ['containerStatuses', 'initContainerStatuses'] as const;
const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** The observation of a condition, and its name. @mirrors validatePodConditions */
const checkConditions = (errors: Errors, status: Status): void => {
	for (const [index, {type, observedGeneration}] of (status.conditions ?? []).entries()) {
		checkGeneration(errors, `status.conditions[${index}].observedGeneration`, observedGeneration);
		if (!ownConditions.includes(type)) {
			checkLabelKey(errors, `status.conditions[${index}].Type`, type);
		}
	}
};

const checkGeneration = (errors: Errors, field: string, generation: number | undefined): void => {
	if (generation !== undefined && generation < 0) {
		errors.push(invalid(field, generation, 'must be a non-negative integer'));
	}
};

/** A container that has ended stays ended, unless it may be restarted. @mirrors ValidateContainerStateTransition, ValidateInitContainerStateTransition */
const checkTransitions = (errors: Errors, pod: Pod, {spec, status}: Pod): void => {
	if (!lists.some((list) => status?.[list]?.some(({state}) => state?.terminated))) {
		return;
	}

	const restartsAll = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].some(({restartPolicyRules}) =>
		restartPolicyRules?.some(({action}) => action === 'RestartAllContainers'),
	);

	for (const [list, containers] of [
		['containerStatuses', spec.containers],
		['initContainerStatuses', spec.initContainers],
		['ephemeralContainerStatuses', undefined],
	] as const) {
		for (const [index, {name, state}] of (status?.[list] ?? []).entries()) {
			const ended = state?.terminated;
			const container = containers?.find((one) => one.name === name);
			const mayRestart = containers && restartsAll;
			if (!ended || mayRestart || (container && restartsAfter(spec, container, ended.exitCode))) {
				continue;
			}

			for (const now of pod.status?.[list] ?? []) {
				if (now.name === name && !now.state?.terminated) {
					errors.push(forbidden(`status.${list}[${index}].state`, 'may not be transitioned to non-terminated state'));
				}
			}
		}
	}
};

/** Checks for at most one address per family. @mirrors validatePodIPs, validateHostIPs */
const checkAddresses = (errors: Errors, status: Status, kind: 'podIPs' | 'hostIPs'): void => {
	if (!status[kind]) {
		return;
	}

	const addresses = status[kind].map(({ip = ''}) => ip);
	const field = `status.${kind}`;
	const shown = (list: readonly string[]): unknown => list.map((address) => ({IP: address}));
	if (kind === 'hostIPs' && addresses.length > 0 && (status.hostIP ?? '') !== addresses[0]) {
		errors.push(invalid(`${field}[0].ip`, addresses[0], 'must be equal to `hostIP`'));
	}

	for (const [index, address] of addresses.entries()) {
		checkIP(errors, `${field}[${index}]`, address);
	}

	if (addresses.length < 2) {
		return;
	}

	const wrong = addresses.findIndex((address) => !isAddress(address));
	if (wrong >= 0) {
		errors.push(internalError(field, `failed to check for dual stack with error:invalid IP[${wrong}]: <nil>`));
	}

	if (wrong >= 0 || addresses.length > 2 || new Set(addresses.map((address) => familyOf(address))).size < 2) {
		errors.push(invalid(field, shown(addresses), 'may specify no more than one IP for each IP family'));
	}
};

const highest = 2_147_483_647;

const checkUsers = (errors: Errors, path: string, statuses: readonly ContainerStatus[], os: string): void => {
	for (const [index, {user}] of statuses.entries()) {
		const at = `${path}[${index}].user.linux`;
		if (!user?.linux) {
			continue;
		}

		if (os === 'windows') {
			errors.push(forbidden(at, 'cannot be set for a windows pod'));
		} else if (os === 'linux') {
			checkRange(errors, `${at}.uid`, user.linux.uid, 0, highest);
			checkRange(errors, `${at}.gid`, user.linux.gid, 0, highest);
			for (const [position, group] of (user.linux.supplementalGroups ?? []).entries()) {
				checkRange(errors, `${at}.supplementalGroups[${position}]`, group, 0, highest);
			}
		}
	}
};

/** A status update cannot move a Pod to another node. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodStatusUpdate */
export const checkPodStatus = (errors: Errors, pod: Pod, old: Pod): void => {
	const status = pod.status ?? {};
	checkConditions(errors, status);
	if ((pod.spec.nodeName ?? '') !== (old.spec.nodeName ?? '')) {
		errors.push(forbidden('status.nodeName', 'may not be changed directly'));
	}

	const nominated = status.nominatedNodeName;
	if (nominated && nominated !== old.status?.nominatedNodeName) {
		refuseEach(errors, 'status.nominatedNodeName', nominated, dnsSubdomainErrors(nominated));
		if (old.spec.nodeName) {
			errors.push(forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node'));
		}
	}

	checkGeneration(errors, 'status.observedGeneration', status.observedGeneration);
	checkImmutable(errors, 'status.qosClass', status.qosClass, old.status?.qosClass);
	checkTransitions(errors, pod, old);
	checkClaims(errors, pod);
	checkExtendedClaim(errors, pod);
	checkAddresses(errors, status, 'podIPs');
	checkAddresses(errors, status, 'hostIPs');
	for (const list of lists) {
		if (status[list]) {
			checkUsers(errors, `status.${list}`, status[list], pod.spec.os?.name ?? 'linux');
		}
	}

	for (const list of ofPod) {
		if (status[list]?.some(({allocatedResourcesStatus}) => allocatedResourcesStatus)) {
			checkAllocated(errors, `status.${list}`, status[list], pod);
		}
	}

	for (const [index, {allocatedResourcesStatus = []}] of (status.ephemeralContainerStatuses ?? []).entries()) {
		if (allocatedResourcesStatus.length > 0) {
			const field = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`;
			errors.push(forbidden(field, 'must not be specified in container status'));
		}
	}
};
