import type {Container, Pod, Probe, Service} from '../../objects/kubernetes.generated.js';
import type {ContainerUse} from '../../cri/runtime-service.js';

const numbered = ({ports}: Container, port: number | string | undefined): number | undefined =>
	typeof port === 'number' ? port : ports?.find(({name}) => name === port)?.containerPort;

const probePorts = ({
	livenessProbe,
	readinessProbe,
	startupProbe,
}: Container): ReadonlyArray<number | string | undefined> =>
	[livenessProbe, readinessProbe, startupProbe].flatMap((probe: Probe | undefined) =>
		probe ? [probe.httpGet?.port, probe.tcpSocket?.port, probe.grpc?.port] : [],
	);

/** Whether a port on which a container is probed belongs to another container of the Pod, which declares it, or which is earlier and also probed on it. */
const isOthers = ({spec}: Pod, container: Container, port: number): boolean => {
	const declares = ({ports = []}: Container): boolean => ports.some(({containerPort}) => containerPort === port);
	const all = [
		...(spec.initContainers ?? []).filter(({restartPolicy}) => restartPolicy === 'Always'),
		...spec.containers,
	];
	const owner =
		all.find((one) => declares(one)) ??
		all.find((one) => probePorts(one).some((wanted) => numbered(one, wanted) === port));
	return !declares(container) && owner !== undefined && owner !== container;
};

const selects = ({metadata, spec}: Service, pod: Pod): boolean => {
	const selector = Object.entries(spec.selector ?? {});
	const {labels = {}} = pod.metadata;
	return (
		metadata.namespace === pod.metadata.namespace &&
		selector.length > 0 &&
		selector.every(([key, value]) => labels[key] === value)
	);
};

/** Ports at which Services send traffic to a container: undeclared ones belong to the Pod's first container. */
const servicePorts = (
	pod: Pod,
	container: Container,
	services: readonly Service[],
): ReadonlyArray<number | undefined> => {
	const {containers} = pod.spec;
	const declared = new Set(containers.flatMap(({ports = []}) => ports.map(({containerPort}) => containerPort)));
	return services
		.filter((service) => selects(service, pod))
		.flatMap(({spec}) => spec.ports ?? [])
		.filter(({protocol}) => protocol === undefined || protocol === 'TCP')
		.map(({port, targetPort}) => numbered(container, targetPort ?? port))
		.filter((port) => port !== undefined && !declared.has(port) && containers[0] === container);
};

/** The purpose of a Pod's containers: those of a Job's Pod run to completion; those of a Pod that is not restarted may be servers. */
const purposeOf = ({metadata, spec}: Pod): ContainerUse['purpose'] => {
	if ((metadata.ownerReferences ?? []).some(({kind}) => kind === 'Job')) {
		return 'complete';
	}

	return spec.restartPolicy === undefined || spec.restartPolicy === 'Always' ? 'serve' : 'finish';
};

/** The expectations of a container: its ports beyond the declared ones, and whether it should end. They apply to programs that are not simulated. */
export const containerUse = (pod: Pod, container: Container, services: readonly Service[]): ContainerUse => {
	const isInit = pod.spec.initContainers?.includes(container) === true && container.restartPolicy !== 'Always';
	const asked = isInit
		? []
		: [
				...probePorts(container)
					.map((port) => numbered(container, port))
					.filter((port) => port !== undefined && !isOthers(pod, container, port)),
				...servicePorts(pod, container, services),
			];
	return {
		asked: [...new Set(asked.filter((port) => port !== undefined))],
		purpose: isInit ? 'finish' : purposeOf(pod),
	};
};
