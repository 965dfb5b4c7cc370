import {qosClass} from '../../objects/pod.js';
import type {Unstructured, Value} from '../unstructured.js';
import {ageOf, annotationLines, eventLines, longTime, pairLines} from './describe-text.js';

const joinOrNone = (items: readonly string[]): string => (items.length === 0 ? '<none>' : items.join(', '));

const portsText = (ports: readonly Value[] | undefined, field: 'containerPort' | 'hostPort'): string =>
	joinOrNone(
		(ports ?? []).map(
			(port) =>
				`${port[field] ?? 0}/${port.protocol ?? 'TCP'}${field === 'containerPort' && port.name ? ` (${port.name})` : ''}`,
		),
	);

const stateLines = (title: string, state: Value): string => {
	if (state?.running !== undefined) {
		return `    ${title}:\tRunning\n      Started:\t${longTime(state.running?.startedAt)}\n`;
	}

	if (state?.waiting !== undefined) {
		return `    ${title}:\tWaiting\n${state.waiting.reason ? `      Reason:\t${state.waiting.reason}\n` : ''}`;
	}

	if (state?.terminated !== undefined) {
		const {reason, message, exitCode, signal, startedAt, finishedAt} = state.terminated;
		return [
			`    ${title}:\tTerminated\n`,
			reason ? `      Reason:\t${reason}\n` : '',
			message ? `      Message:\t${message}\n` : '',
			`      Exit Code:\t${exitCode}\n`,
			signal ? `      Signal:\t${signal}\n` : '',
			`      Started:\t${longTime(startedAt)}\n`,
			`      Finished:\t${longTime(finishedAt)}\n`,
		].join('');
	}

	return `    ${title}:\tWaiting\n`;
};

const probeText = (probe: Value): string => {
	const attributes = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 1}s period=${probe.periodSeconds ?? 10}s #success=${probe.successThreshold ?? 1} #failure=${probe.failureThreshold ?? 3}`;
	if (probe.exec) {
		return `exec [${(probe.exec.command ?? []).join(' ')}] ${attributes}`;
	}

	if (probe.httpGet) {
		const {scheme = 'HTTP', host = '', port, path = ''} = probe.httpGet;
		return `http-get ${scheme.toLowerCase()}://${host}:${port}${path.startsWith('/') || path === '' ? path : `/${path}`} ${attributes}`;
	}

	if (probe.tcpSocket) {
		return `tcp-socket ${probe.tcpSocket.host ?? ''}:${probe.tcpSocket.port} ${attributes}`;
	}

	return probe.grpc
		? `grpc <pod>:${probe.grpc.port} ${probe.grpc.service ?? ''} ${attributes}`
		: `unknown ${attributes}`;
};

const environmentText = (variable: Value): string => {
	const from = variable.valueFrom;
	if (!from) {
		return variable.value ?? '';
	}

	if (from.fieldRef) {
		return ` (${from.fieldRef.apiVersion ?? 'v1'}:${from.fieldRef.fieldPath})`;
	}

	if (from.resourceFieldRef) {
		return ` (${from.resourceFieldRef.resource})`;
	}

	const [reference, kind] = from.secretKeyRef ? [from.secretKeyRef, 'secret'] : [from.configMapKeyRef, 'config map'];
	return `<set to the key '${reference?.key}' of ${kind} '${reference?.name}'>${kind === 'secret' ? '' : ''}  Optional: ${reference?.optional ?? false}`;
};

const resourceLines = (title: string, resources: Readonly<Record<string, string>> | undefined): string => {
	const names = Object.keys(resources ?? {}).sort();
	return names.length === 0
		? ''
		: `    ${title}:\n${names.map((name) => `      ${name}:\t${resources![name]}\n`).join('')}`;
};

const containerLines = (container: Value, status: Value, state: boolean): string => {
	const lines = [`  ${container.name}:\n`];
	if (state) {
		lines.push(`    Container ID:\t${status?.containerID ?? ''}\n`);
	}

	lines.push(`    Image:\t${container.image}\n`);
	if (state) {
		lines.push(`    Image ID:\t${status?.imageID ?? ''}\n`);
	}

	const several = (container.ports ?? []).length > 1 ? 's' : '';
	lines.push(
		`    Port${several}:\t${portsText(container.ports, 'containerPort')}\n`,
		`    Host Port${several}:\t${portsText(container.ports, 'hostPort')}\n`,
	);
	for (const [title, words] of [
		['Command', container.command],
		['Args', container.args],
	] as const) {
		if ((words ?? []).length > 0) {
			lines.push(
				`    ${title}:\n`,
				...(words as string[]).flatMap((word) => word.split('\n').map((line) => `      ${line}\n`)),
			);
		}
	}

	if (state) {
		lines.push(stateLines('State', status?.state));
		if (status?.lastState?.terminated) {
			lines.push(stateLines('Last State', status.lastState));
		}

		lines.push(
			`    Ready:\t${status?.ready ? 'True' : 'False'}\n`,
			`    Restart Count:\t${status?.restartCount ?? 0}\n`,
		);
	}

	lines.push(
		resourceLines('Limits', container.resources?.limits),
		resourceLines('Requests', container.resources?.requests),
	);
	for (const [title, probe] of [
		['Liveness', container.livenessProbe],
		['Readiness', container.readinessProbe],
		['Startup', container.startupProbe],
	] as const) {
		if (probe) {
			lines.push(`    ${title}:\t${probeText(probe)}\n`);
		}
	}

	if ((container.envFrom ?? []).length > 0) {
		lines.push('    Environment Variables from:\n');
		for (const source of container.envFrom) {
			const [reference, kind] = source.secretRef ? [source.secretRef, 'Secret'] : [source.configMapRef, 'ConfigMap'];
			lines.push(
				`      ${reference?.name}\t${kind}${source.prefix ? ` with prefix '${source.prefix}'` : ''}\tOptional: ${reference?.optional ?? false}\n`,
			);
		}
	}

	const variables: readonly Value[] = container.env ?? [];
	lines.push(
		variables.length === 0
			? '    Environment:\t<none>\n'
			: `    Environment:\n${variables.map((variable) => `      ${variable.name}:\t${environmentText(variable)}\n`).join('')}`,
	);
	const mounts: readonly Value[] = [...(container.volumeMounts ?? [])].sort((a: Value, b: Value) =>
		a.mountPath < b.mountPath ? -1 : 1,
	);
	lines.push(
		mounts.length === 0
			? '    Mounts:\t<none>\n'
			: `    Mounts:\n${mounts
					.map(
						(mount) =>
							`      ${mount.mountPath} from ${mount.name} (${[mount.readOnly ? 'ro' : 'rw', ...(mount.subPath ? [`path="${mount.subPath}"`] : [])].join(',')})\n`,
					)
					.join('')}`,
	);
	return lines.join('');
};

const containersLines = (
	title: string,
	containers: readonly Value[],
	statuses: readonly Value[],
	state: boolean,
): string =>
	`${title}:\n${containers
		.map((container) =>
			containerLines(
				container,
				statuses.find(({name}) => name === container.name),
				state,
			),
		)
		.join('')}`;

const projectedLines = (source: Value): string =>
	[
		`    Type:\tProjected (a volume that contains injected data from multiple sources)\n`,
		...(source.sources ?? []).map((one: Value) =>
			one.secret
				? `    SecretName:\t${one.secret.name}\n    Optional:\t${one.secret.optional ?? false}\n`
				: one.downwardAPI
					? '    DownwardAPI:\ttrue\n'
					: one.configMap
						? `    ConfigMapName:\t${one.configMap.name}\n    Optional:\t${one.configMap.optional ?? false}\n`
						: one.serviceAccountToken
							? `    TokenExpirationSeconds:\t${one.serviceAccountToken.expirationSeconds}\n`
							: '',
		),
	].join('');

/** What a volume is, in kubectl's words. */
export const volumeSourceLines = (volume: Value): string => {
	if (volume.hostPath) {
		return `    Type:\tHostPath (bare host directory volume)\n    Path:\t${volume.hostPath.path}\n    HostPathType:\t${volume.hostPath.type ?? ''}\n`;
	}

	if (volume.emptyDir) {
		return `    Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)\n    Medium:\t${volume.emptyDir.medium ?? ''}\n    SizeLimit:\t${volume.emptyDir.sizeLimit ?? '<unset>'}\n`;
	}

	if (volume.secret) {
		return `    Type:\tSecret (a volume populated by a Secret)\n    SecretName:\t${volume.secret.secretName}\n    Optional:\t${volume.secret.optional ?? false}\n`;
	}

	if (volume.configMap) {
		return `    Type:\tConfigMap (a volume populated by a ConfigMap)\n    Name:\t${volume.configMap.name}\n    Optional:\t${volume.configMap.optional ?? false}\n`;
	}

	if (volume.persistentVolumeClaim) {
		return `    Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)\n    ClaimName:\t${volume.persistentVolumeClaim.claimName}\n    ReadOnly:\t${volume.persistentVolumeClaim.readOnly ?? false}\n`;
	}

	if (volume.projected) {
		return projectedLines(volume.projected);
	}

	if (volume.downwardAPI) {
		return `    Type:\tDownwardAPI (a volume populated by information about the pod)\n    Items:\n${(
			volume.downwardAPI.items ?? []
		)
			.map((item: Value) => `      ${item.fieldRef?.fieldPath ?? item.resourceFieldRef?.resource} -> ${item.path}\n`)
			.join('')}`;
	}

	if (volume.nfs) {
		return `    Type:\tNFS (an NFS mount that lasts the lifetime of a pod)\n    Server:\t${volume.nfs.server}\n    Path:\t${volume.nfs.path}\n    ReadOnly:\t${volume.nfs.readOnly ?? false}\n`;
	}

	if (volume.csi) {
		return `    Type:\tCSI (a Container Storage Interface (CSI) volume source)\n    Driver:\t${volume.csi.driver}\n    FSType:\t${volume.csi.fsType ?? ''}\n    ReadOnly:\t${volume.csi.readOnly ?? false}\n    VolumeHandle:\t${volume.csi.volumeHandle ?? ''}\n`;
	}

	return '    Type:\t<unknown>\n';
};

const volumesLines = (volumes: readonly Value[] | undefined, prefix = ''): string =>
	(volumes ?? []).length === 0
		? `${prefix}Volumes:\t<none>\n`
		: `${prefix}Volumes:\n${volumes!.map((volume) => `${prefix}  ${volume.name}:\n${shift(volumeSourceLines(volume), prefix)}`).join('')}`;

const tolerationText = ({key = '', value = '', operator, effect = '', tolerationSeconds}: Value): string =>
	[
		key,
		value === '' ? '' : `=${value}`,
		effect === '' ? '' : `:${effect}`,
		operator === 'Exists'
			? key === '' && effect === ''
				? 'op=Exists'
				: ' op=Exists'
			: operator === 'Lt' || operator === 'Gt'
				? ` op=${operator}`
				: '',
		tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`,
	].join('');

const tolerationLines = (tolerations: readonly Value[] | undefined, prefix = ''): string => {
	const texts = (tolerations ?? []).map(tolerationText);
	return texts.length === 0
		? `${prefix}Tolerations:\t<none>\n`
		: texts.map((text, index) => `${prefix}${index === 0 ? 'Tolerations:' : ' '}\t${text}\n`).join('');
};

const shift = (text: string, prefix: string): string => (prefix === '' ? text : text.replace(/^(?=.)/gm, prefix));

/** The Pod template of a workload. */
export const describePodTemplate = (template: Value, cause?: string): string => {
	const {metadata = {}, spec = {}} = template ?? {};
	const annotations =
		Object.keys(metadata.annotations ?? {}).length > 0
			? annotationLines(metadata.annotations, '  ')
			: cause
				? `  Annotations:\tkubernetes.io/change-cause: ${cause}\n`
				: '';
	return [
		pairLines('Labels', metadata.labels, '  '),
		annotations,
		spec.serviceAccountName ? `  Service Account:\t${spec.serviceAccountName}\n` : '',
		...((spec.initContainers ?? []).length > 0
			? [shiftContainers(containersLines('Init Containers', spec.initContainers, [], false))]
			: []),
		shiftContainers(containersLines('Containers', spec.containers ?? [], [], false)),
		volumesLines(spec.volumes, '  '),
		spec.priorityClassName ? `  Priority Class Name:\t${spec.priorityClassName}\n` : '',
		pairLines('Node-Selectors', spec.nodeSelector, '  '),
		tolerationLines(spec.tolerations, '  '),
	].join('');
};

/** Inside a template everything is two to the right, and containers one less. */
const shiftContainers = (text: string): string => shift(text, '  ').replace(/^ {4}(?=\S)/gm, '   ');

/** A Pod as `kubectl describe` tells it. */
export const describePod = (pod: Unstructured, events: readonly Unstructured[], nowMs: number): string => {
	const {metadata = {}, spec, status = {}} = pod;
	const ips: readonly Value[] = status.podIPs ?? [];
	const controller = metadata.ownerReferences?.find((owner) => owner.controller);
	const lines = [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`,
		spec.priority === undefined ? '' : `Priority:\t${spec.priority}\n`,
		spec.priorityClassName ? `Priority Class Name:\t${spec.priorityClassName}\n` : '',
		spec.runtimeClassName ? `Runtime Class Name:\t${spec.runtimeClassName}\n` : '',
		spec.serviceAccountName ? `Service Account:\t${spec.serviceAccountName}\n` : '',
		spec.nodeName ? `Node:\t${spec.nodeName}/${status.hostIP ?? ''}\n` : 'Node:\t<none>\n',
		status.startTime ? `Start Time:\t${longTime(status.startTime)}\n` : '',
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		metadata.deletionTimestamp && status.phase !== 'Failed' && status.phase !== 'Succeeded'
			? `Status:\tTerminating (lasts ${ageOf(metadata.deletionTimestamp, nowMs)})\nTermination Grace Period:\t${metadata.deletionGracePeriodSeconds}s\n`
			: `Status:\t${status.phase ?? ''}\n`,
		status.reason ? `Reason:\t${status.reason}\n` : '',
		status.message ? `Message:\t${status.message}\n` : '',
		`IP:\t${status.podIP ?? ''}\n`,
		ips.length === 0 ? 'IPs:\t<none>\n' : `IPs:\n${ips.map(({ip}) => `  IP:\t${ip}\n`).join('')}`,
		controller ? `Controlled By:\t${controller.kind}/${controller.name}\n` : '',
		status.nominatedNodeName ? `NominatedNodeName:\t${status.nominatedNodeName}\n` : '',
		(spec.initContainers ?? []).length > 0
			? containersLines('Init Containers', spec.initContainers, status.initContainerStatuses ?? [], true)
			: '',
		containersLines('Containers', spec.containers ?? [], status.containerStatuses ?? [], true),
		(spec.ephemeralContainers ?? []).length > 0
			? containersLines('Ephemeral Containers', spec.ephemeralContainers, status.ephemeralContainerStatuses ?? [], true)
			: '',
		(spec.readinessGates ?? []).length > 0
			? `Readiness Gates:\n  Type\tStatus\n${spec.readinessGates
					.map(
						({conditionType}: Value) =>
							`  ${conditionType}\t${(status.conditions ?? []).find(({type}: Value) => type === conditionType)?.status ?? '<none>'} \n`,
					)
					.join('')}`
			: '',
		(status.conditions ?? []).length > 0
			? `Conditions:\n  Type\tStatus\n${status.conditions.map((condition: Value) => `  ${condition.type}\t${condition.status} \n`).join('')}`
			: '',
		volumesLines(spec.volumes),
		`QoS Class:\t${status.qosClass ?? qosClass(pod as Parameters<typeof qosClass>[0])}\n`,
		pairLines('Node-Selectors', spec.nodeSelector),
		tolerationLines(spec.tolerations),
		...(spec.topologySpreadConstraints ?? []).map(
			(one: Value, index: number) =>
				`${index === 0 ? 'Topology Spread Constraints:' : ''}\t${one.topologyKey}:${one.whenUnsatisfiable} when max skew ${one.maxSkew} is exceeded for selector ${pairText(one.labelSelector?.matchLabels)}\n`,
		),
		eventLines(events, nowMs),
	];
	return lines.join('');
};

const pairText = (labels: Readonly<Record<string, string>> | undefined): string =>
	Object.keys(labels ?? {})
		.sort()
		.map((key) => `${key}=${labels![key]}`)
		.join(',');
