import type {Routine} from '../../kernel/routine.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {qosClass} from '../../objects/pod.js';
import type {
	Pod,
	PodSchedulingGroup,
	PodSpec,
	PodTemplateSpec,
	Toleration,
	TopologySpreadConstraint,
} from '../../objects/kubernetes.generated.js';
import {writeContainers, writeResources, type FieldValue} from './containers.js';
import type {Surroundings} from './describer.js';
import {ageOf, longTime, writeAnnotations, writeController, writeEvents, writeLabels, writeList} from './text.js';
import {writeVolumes} from './volumes.js';
import {DescriptionWriter} from './writer.js';

/** `key=value:Effect op=Exists for 300s`. @mirrors kubectl/pkg/describe printTolerationsMultilineWithIndent */
const tolerationText = ({key = '', value = '', operator, effect, tolerationSeconds}: Toleration): string => {
	const what = [key, value === '' ? '' : `=${value}`, effect ? `:${effect}` : ''].join('');
	const how = operator === 'Exists' && value === '' ? 'op=Exists' : '';
	const longest = tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`;
	return `${[what, how].filter(Boolean).join(' ')}${longest}`;
};

const writeTolerations = (
	writer: DescriptionWriter,
	title: string,
	tolerations: readonly Toleration[] | undefined,
): void => {
	const ordered = [...(tolerations ?? [])].sort(({key: a = ''}, {key: b = ''}) => {
		if (a < b) {
			return -1;
		}

		if (a > b) {
			return 1;
		}

		return 0;
	});
	writeList(
		writer,
		title,
		ordered.map((toleration) => tolerationText(toleration)),
	);
};

const writeSpread = (
	writer: DescriptionWriter,
	constraints: readonly TopologySpreadConstraint[] | undefined,
	space: string,
): void => {
	const ordered = [...(constraints ?? [])].sort((a, b) => {
		if (a.topologyKey < b.topologyKey) {
			return -1;
		}

		if (a.topologyKey > b.topologyKey) {
			return 1;
		}

		return 0;
	});
	for (const [index, {topologyKey, whenUnsatisfiable, maxSkew, labelSelector}] of ordered.entries()) {
		const selected = labelSelector ? ` for selector ${formatLabelSelector(labelSelector)}` : '';
		writer.write(
			0,
			`${space}${index === 0 ? 'Topology Spread Constraints:' : ''}\t${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${selected}\n`,
		);
	}
};

const writeGroup = (writer: DescriptionWriter, group: PodSchedulingGroup | undefined, space: string): void => {
	if (group) {
		writer.write(0, `${space}SchedulingGroup:\n`);
		writer.write(1, `PodGroupName:\t${group.podGroupName}\n`);
	}
};

const noPodSpec: PodSpec = {containers: []};

/** Writes the description of a workload's Pods. @mirrors kubectl/pkg/describe DescribePodTemplate */
export const writePodTemplate = (writer: DescriptionWriter, template: PodTemplateSpec | undefined): void => {
	writer.write(0, 'Pod Template:\n');
	if (!template) {
		writer.write(1, '<unset>');
		return;
	}

	const {metadata, spec = noPodSpec} = template;
	const space = '  ';
	writeLabels(writer, '  Labels', metadata?.labels);
	if (Object.keys(metadata?.annotations ?? {}).length > 0) {
		writeAnnotations(writer, '  Annotations', metadata?.annotations);
	}

	if (spec.serviceAccountName) {
		writer.write(1, `Service Account:\t${spec.serviceAccountName}\n`);
	}

	if (spec.initContainers && spec.initContainers.length > 0) {
		writeContainers(writer, 'Init Containers', spec.initContainers, {space});
	}

	writeContainers(writer, 'Containers', spec.containers ?? [], {space});
	writeVolumes(writer, spec.volumes, space);
	writeSpread(writer, spec.topologySpreadConstraints, space);
	if (spec.priorityClassName) {
		writer.write(1, `Priority Class Name:\t${spec.priorityClassName}\n`);
	}

	writeLabels(writer, '  Node-Selectors', spec.nodeSelector);
	writeTolerations(writer, '  Tolerations', spec.tolerations);
	writeGroup(writer, spec.schedulingGroup, space);
};

/** The output of {@link writePodTemplate}, as text with unaligned columns. */
export const podTemplateText = (template: PodTemplateSpec | undefined): string => {
	const writer = new DescriptionWriter();
	writePodTemplate(writer, template);
	return writer.text;
};

const writeIdentity = (writer: DescriptionWriter, {metadata, spec, status}: Pod): void => {
	writer.write(0, `Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`);
	if (spec.priority !== undefined) {
		writer.write(0, `Priority:\t${spec.priority}\n`);
	}

	if (spec.priorityClassName) {
		writer.write(0, `Priority Class Name:\t${spec.priorityClassName}\n`);
	}

	if (spec.runtimeClassName) {
		writer.write(0, `Runtime Class Name:\t${spec.runtimeClassName}\n`);
	}

	if (spec.serviceAccountName) {
		writer.write(0, `Service Account:\t${spec.serviceAccountName}\n`);
	}

	writer.write(0, spec.nodeName ? `Node:\t${spec.nodeName}/${status?.hostIP ?? ''}\n` : 'Node:\t<none>\n');
	if (status?.startTime) {
		writer.write(0, `Start Time:\t${longTime(status.startTime)}\n`);
	}

	writeLabels(writer, 'Labels', metadata.labels);
	writeAnnotations(writer, 'Annotations', metadata.annotations);
};

const writeStatus = (writer: DescriptionWriter, {metadata, spec, status = {}}: Pod, nowMs: number): void => {
	const ending = metadata.deletionTimestamp && status.phase !== 'Failed' && status.phase !== 'Succeeded';
	writer.write(
		0,
		ending
			? `Status:\tTerminating (lasts ${ageOf(metadata.deletionTimestamp, nowMs)})\nTermination Grace Period:\t${metadata.deletionGracePeriodSeconds ?? 0}s\n`
			: `Status:\t${status.phase ?? ''}\n`,
	);
	if (status.reason) {
		writer.write(0, `Reason:\t${status.reason}\n`);
	}

	if (status.message) {
		writer.write(0, `Message:\t${status.message}\n`);
	}

	const seccomp = spec.securityContext?.seccompProfile;
	if (seccomp) {
		writer.write(0, `SeccompProfile:\t${seccomp.type}\n`);
		if (seccomp.type === 'Localhost') {
			writer.write(0, `LocalhostProfile:\t${seccomp.localhostProfile}\n`);
		}
	}

	writer.write(0, `IP:\t${status.podIP ?? ''}\n`);
	const ips = status.podIPs ?? [];
	writer.write(0, ips.length === 0 ? 'IPs:\t<none>\n' : 'IPs:\n');
	for (const {ip} of ips) {
		writer.write(1, `IP:\t${ip}\n`);
	}
};

const writePodConditions = (writer: DescriptionWriter, {spec, status}: Pod): void => {
	const conditions = status?.conditions ?? [];
	const rows = (title: string, pairs: ReadonlyArray<readonly [string, string]>): void => {
		if (pairs.length > 0) {
			writer.write(0, `${title}:\n  Type\tStatus\n`);
			for (const [type, value] of pairs) {
				writer.write(1, `${type} \t${value} \n`);
			}
		}
	};

	rows(
		'Readiness Gates',
		(spec.readinessGates ?? []).map(({conditionType}) => [
			conditionType,
			conditions.find(({type}) => type === conditionType)?.status ?? '<none>',
		]),
	);
	rows(
		'Conditions',
		conditions.map(({type, status: value}) => [type, value]),
	);
};

/** A Pod. @mirrors kubectl/pkg/describe describePod */
export function* describePod(writer: DescriptionWriter, pod: Pod, {events, nowMs}: Surroundings): Routine {
	const {metadata, spec, status = {}} = pod;
	const mirrored = metadata.annotations?.['kubernetes.io/config.mirror'];
	const happened = yield* events({anyKind: true, ...(mirrored === undefined ? {} : {uid: mirrored})});
	writeIdentity(writer, pod);
	writeStatus(writer, pod, nowMs);
	writeController(writer, pod);
	if (status.nominatedNodeName) {
		writer.write(0, `NominatedNodeName:\t${status.nominatedNodeName}\n`);
	}

	if (spec.resources) {
		writer.write(0, 'Resources:\n');
		writeResources(writer, spec.resources, 1);
	}

	// Of the fields that a container can refer to, kubectl can convert only these two.
	const fieldValue: FieldValue = (path) => {
		if (path === 'metadata.name') {
			return metadata.name ?? '';
		}

		if (path === 'metadata.namespace') {
			return metadata.namespace ?? '';
		}

		return '';
	};
	if (spec.initContainers && spec.initContainers.length > 0) {
		const statuses = status.initContainerStatuses ?? [];
		writeContainers(writer, 'Init Containers', spec.initContainers, {statuses, fieldValue});
	}

	writeContainers(writer, 'Containers', spec.containers ?? [], {statuses: status.containerStatuses ?? [], fieldValue});
	if (spec.ephemeralContainers && spec.ephemeralContainers.length > 0) {
		const statuses = status.ephemeralContainerStatuses ?? [];
		writeContainers(writer, 'Ephemeral Containers', spec.ephemeralContainers, {statuses, fieldValue});
	}

	writePodConditions(writer, pod);
	writeVolumes(writer, spec.volumes);
	writer.write(0, `QoS Class:\t${status.qosClass ?? qosClass(pod)}\n`);
	writeLabels(writer, 'Node-Selectors', spec.nodeSelector);
	writeTolerations(writer, 'Tolerations', spec.tolerations);
	writeSpread(writer, spec.topologySpreadConstraints, '');
	writeGroup(writer, spec.schedulingGroup, '');
	writeEvents(writer, happened, nowMs);
}
