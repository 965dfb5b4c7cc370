import {asKind, isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Etcd} from '../../etcd/etcd.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import type {Service, ServicePort} from '../../objects/kubernetes.generated.js';
import {
	needsClusterIP,
	needsHealthCheckPort,
	needsNodePorts,
	withAllocatedValues,
	withFamilies,
	withSyncedClusterIPs,
} from '../../registry/core/service/addresses.js';
import {ofFamily} from '../../objects/address-range.js';
import {canonicalIP, familyOf, type Family} from '../../objects/ip.js';
import {failure, RequestFailure} from '../request/failure.js';
import type {Storage} from '../storage/storage.js';
import {ClusterIPs, clusterIPsOf} from './cluster-ips.js';
import {NodePortOperation, NodePorts} from './node-ports.js';

/** The resources that a request reserved for its object: kept if the request succeeds, released if it fails. */
export interface Allocation {
	readonly object: KubernetesObject;
	commit(): Routine;
	revert(): Routine;
}

function* noStep(): Routine {}

const nothing = (object: KubernetesObject): Allocation => ({object, commit: noStep, revert: noStep});

const internal = (message: string): RequestFailure =>
	new RequestFailure(failure(500, 'InternalError', `Internal error occurred: ${message}`));

/** Every node port of a Service's ports, each once. */
const nodePortsOf = ({spec}: Service): number[] => [
	...new Set((spec?.ports ?? []).flatMap(({nodePort}) => (nodePort ? [nodePort] : []))),
];

type Spec = Service['spec'];

/** One request: the ports and addresses it takes, and those it releases. */
interface Work {
	readonly service: Service;
	readonly old: Service | undefined;
	readonly dryRun: boolean;
	readonly ports: NodePortOperation;
	readonly taken: string[];
	readonly released: string[];
}

/**
Assigns cluster IPs and node ports to Services, each to one Service. A dry run takes nothing and makes up values.

@see https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/
@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage alloc
*/
export class ServiceAllocator {
	readonly addresses: ClusterIPs;
	readonly #nodePorts = new NodePorts();
	readonly #families: readonly Family[];

	/** @param ranges one of each family, that of the default family first. */
	constructor(
		readonly kernel: Kernel,
		readonly etcd: Etcd<KubernetesObject>,
		storage: Storage,
		readonly ranges: readonly string[],
	) {
		this.addresses = new ClusterIPs(kernel, etcd, storage);
		this.#families = ranges.map((range) => familyOf(range));
	}

	/** The range, as the apiserver's flag writes it. */
	get range(): string {
		return this.ranges.join(',');
	}

	/** Learns from the stored Services which node ports are taken. */
	repair(): void {
		this.#nodePorts.clear();
		for (const {value} of this.etcd.range('/registry/services/specs/')) {
			const service = asKind(value, 'v1 Service');
			for (const port of [...nodePortsOf(service), service.spec?.healthCheckNodePort ?? 0].filter(Boolean)) {
				this.#nodePorts.take(port);
			}
		}
	}

	/** The Service with its address and ports, when the object is a Service; a stop. @throws RequestFailure 422 */
	*allocate(object: KubernetesObject, old: KubernetesObject | undefined, dryRun: boolean): Routine<Allocation> {
		if (!isKind(object, 'v1 Service')) {
			return nothing(object);
		}

		const before = old && asKind(old, 'v1 Service');
		let service = object;
		service = withSyncedClusterIPs(before ? withAllocatedValues(service, before) : service, before);
		const ports = new NodePortOperation(this.#nodePorts, dryRun, (bound) =>
			this.kernel.random('service-ip').below(bound),
		);
		const work: Work = {service, old: before, dryRun, ports, taken: [], released: []};
		let after: Service;
		try {
			after = yield* this.#assigned(work);
		} catch (error) {
			yield* this.#revert(work);
			if (error instanceof RequestFailure) {
				const {reason, message} = error.status;
				yield* note(
					'apiserver.allocate',
					{
						range: this.range,
						object: service,
						verdict: 'refused',
						reason,
						message,
						service: service.metadata.name,
					},
					{outcome: 'refused'},
				);
			}

			throw error;
		}

		if (after !== service || service !== object) {
			yield* note('apiserver.allocate', {
				range: this.range,
				before: object.spec,
				after: after.spec,
				service: after.metadata.name,
				clusterIP: (after.spec.clusterIPs?.length ?? 0) > 1 ? after.spec.clusterIPs?.join(', ') : after.spec.clusterIP,
				nodePorts: nodePortsOf(after),
			});
		}

		return {
			object: after,
			commit: () => this.#commit(work),
			revert: () => this.#revert(work),
		};
	}

	*#commit({ports, released, service}: Work): Routine {
		ports.commit();
		for (const address of released) {
			yield* this.addresses.release(service.metadata, address);
		}
	}

	*#revert({ports, taken, service}: Work): Routine {
		ports.revert();
		for (const address of taken.splice(0)) {
			yield* this.addresses.release(service.metadata, address);
		}
	}

	*#assigned(work: Work): Routine<Service> {
		const errors: FieldError[] = [];
		let service = withFamilies(errors, work.service, work.old, this.#families);
		refuse(service, errors);
		service = yield* this.#withClusterIPs(work, service);
		service = this.#withNodePorts(work, service);
		return this.#withHealthCheckPort(work, service);
	}

	*#withClusterIPs(work: Work, service: Service): Routine<Service> {
		const spec = service.spec!;
		const before = work.old?.spec;
		if (!needsClusterIP(spec)) {
			if (before && needsClusterIP(before) && !work.dryRun) {
				work.released.push(...clusterIPsOf(work.old!));
			}

			return service;
		}

		if (spec.clusterIPs?.[0] === 'None' || before?.clusterIPs?.[0] === 'None') {
			return service;
		}

		const families = (spec.ipFamilies ?? []).map((family) => (family === 'IPv6' ? family : 'IPv4'));
		if (before && needsClusterIP(before)) {
			return yield* this.#withSecondary(work, service, families, before);
		}

		const clusterIPs: string[] = [];
		for (const [index, family] of families.entries()) {
			clusterIPs.push(yield* this.#address(work, service, family, index));
		}

		return {...service, spec: {...spec, clusterIP: clusterIPs[0], clusterIPs}};
	}

	/** Adds or releases the secondary address of a Service that has an address. @mirrors handleClusterIPsForUpdatedService */
	*#withSecondary(work: Work, service: Service, families: readonly Family[], before: Spec): Routine<Service> {
		const [, second] = families;
		const had = before.ipFamilies?.length ?? 0;
		const {clusterIPs = []} = service.spec;
		if (had === 1 && second !== undefined) {
			const both = [...clusterIPs.slice(0, 1), yield* this.#address(work, service, second, 1)];
			return {...service, spec: {...service.spec, clusterIPs: both}};
		}

		const released = before.clusterIPs?.[1];
		if (had === 2 && families.length === 1 && released !== undefined && !work.dryRun) {
			work.released.push(canonicalIP(released));
		}

		return service;
	}

	/** The address of a Service at an index: the requested one, or a free one. */
	*#address({taken, dryRun}: Work, service: Service, family: Family, index: number): Routine<string> {
		const asked = service.spec.clusterIPs?.[index] ?? '';
		const range = ofFamily(this.ranges, family) ?? '';
		const result =
			asked === ''
				? yield* this.addresses.takeFree(service.metadata, range, dryRun)
				: yield* this.addresses.take(service.metadata, asked, range, dryRun);
		if ('address' in result) {
			if (!dryRun) {
				taken.push(result.address);
			}

			return asked || result.address;
		}

		if (asked === '') {
			throw internal(`failed to allocate a serviceIP: ${result.problem}`);
		}

		const {clusterIPs = [], ipFamilies = []} = service.spec;
		// A value that is still missing is empty.
		const shown = ipFamilies.map((_, at) => clusterIPs[at] ?? '');
		refuse(service, [invalid('spec.clusterIPs', shown, `failed to allocate IP ${asked}: ${result.problem}`)]);
		return asked;
	}

	#withNodePorts(work: Work, service: Service): Service {
		const spec = service.spec!;
		if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') {
			for (const port of work.old ? nodePortsOf(work.old) : []) {
				work.ports.releaseLater(port);
			}

			return service;
		}

		const ports = work.old ? this.#updatedNodePorts(work, service) : this.#newNodePorts(work, service);
		return ports.some((port, index) => port !== spec.ports![index]) ? {...service, spec: {...spec, ports}} : service;
	}

	/** Ports of one number, say for TCP and UDP, share their node port. @mirrors initNodePorts */
	#newNodePorts({ports: operation}: Work, service: Service): readonly ServicePort[] {
		const spec = service.spec!;
		const given = new Map<number, number>();
		return (spec.ports ?? []).map((port, index) => {
			if (!port.nodePort && !needsNodePorts(spec)) {
				return port;
			}

			const shared = given.get(port.port);
			if (shared !== undefined) {
				if (port.nodePort && port.nodePort !== shared) {
					this.#takePort(operation, service, index, port.nodePort);
				}

				return port.nodePort ? port : {...port, nodePort: shared};
			}

			const asked = spec.ports!.find((other) => other.port === port.port && other.nodePort)?.nodePort;
			const nodePort = asked
				? this.#takePort(operation, service, index, asked)
				: freePort(operation, 'failed to allocate a nodePort');
			given.set(port.port, nodePort);
			return port.nodePort === nodePort ? port : {...port, nodePort};
		});
	}

	/** @mirrors updateNodePorts */
	#updatedNodePorts({ports: operation, old}: Work, service: Service): readonly ServicePort[] {
		const spec = service.spec!;
		const before = nodePortsOf(old!);
		const taken = new Set<number>();
		const seen = new Set<string>();
		const ports = (spec.ports ?? []).map((port, index) => {
			if (!port.nodePort && !needsNodePorts(spec)) {
				return port;
			}

			if (port.nodePort && !before.includes(port.nodePort) && !taken.has(port.nodePort)) {
				this.#takePort(operation, service, index, port.nodePort);
				taken.add(port.nodePort);
			}

			const nodePort = port.nodePort || freePort(operation, 'failed to allocate a nodePort');
			const id = `${port.protocol} ${nodePort}`;
			if (seen.has(id)) {
				throw new RequestFailure(failure(500, '', `duplicate nodePort: {${id}}`));
			}

			seen.add(id);
			return port.nodePort ? port : {...port, nodePort};
		});
		for (const port of before) {
			if (!ports.some(({nodePort}) => nodePort === port)) {
				operation.releaseLater(port);
			}
		}

		return ports;
	}

	#takePort(operation: NodePortOperation, service: Service, index: number, port: number): number {
		const problem = operation.take(port);
		if (problem) {
			refuse(service, [invalid(`spec.ports[${index}].nodePort`, port, problem)]);
		}

		return port;
	}

	/** @mirrors updateHealthCheckNodePort */
	#withHealthCheckPort({ports: operation, old}: Work, service: Service): Service {
		const spec = service.spec!;
		const before = old?.spec;
		const had = before !== undefined && needsHealthCheckPort(before);
		const asked = spec.healthCheckNodePort ?? 0;
		if (!needsHealthCheckPort(spec)) {
			if (had && before.healthCheckNodePort) {
				operation.releaseLater(before.healthCheckNodePort);
			}

			return service;
		}

		if (had) {
			if (asked !== (before.healthCheckNodePort ?? 0)) {
				refuse(service, [
					invalid(
						'spec.healthCheckNodePort',
						asked,
						'cannot change healthCheckNodePort on loadBalancer service with externalTraffic=Local during update',
					),
				]);
			}

			return service;
		}

		if (asked !== 0) {
			const problem = operation.take(asked);
			if (problem) {
				throw internal(`failed to allocate requested HealthCheck NodePort ${asked}: ${problem}`);
			}

			return service;
		}

		const healthCheckNodePort = freePort(operation, 'failed to allocate a HealthCheck NodePort 0');
		return {...service, spec: {...spec, healthCheckNodePort}};
	}

	/** Releases the addresses and ports of a deleted Service. */
	*release(service: KubernetesObject): Routine {
		if (!isKind(service, 'v1 Service')) {
			return;
		}

		for (const port of [...nodePortsOf(service), service.spec?.healthCheckNodePort ?? 0]) {
			this.#nodePorts.release(port);
		}

		for (const address of clusterIPsOf(service)) {
			yield* this.addresses.release(service.metadata, address);
		}
	}
}

const freePort = (operation: NodePortOperation, failed: string): number => {
	const port = operation.takeFree();
	if (port === undefined) {
		throw internal(`${failed}: range is full`);
	}

	return port;
};

const refuse = (service: Service, errors: readonly FieldError[]): void => {
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('', 'Service', service.metadata.name ?? '', errors));
	}
};
