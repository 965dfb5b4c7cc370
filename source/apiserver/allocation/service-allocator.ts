import {asKind, isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Etcd} from '../../etcd/etcd.js';
import type {Random} from '../../kernel/random.js';
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
import {failure, RequestFailure} from '../request/failure.js';
import {NodePortOperation, NodePorts} from './node-ports.js';

/** `10.96.0.0/16` as its first address and its size. @throws Error for text that is not a range */
export const parseRange = (text: string): {readonly base: number; readonly size: number} => {
	const match = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(text);
	if (!match) {
		throw new Error(`${text} is no range of addresses, such as 10.96.0.0/16`);
	}

	const [a, b, c, d, bits] = match.slice(1).map(Number) as [number, number, number, number, number];
	const size = 2 ** (32 - bits);
	const address = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
	return {base: address - (address % size), size};
};

export const formatIP = (address: number): string =>
	[24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

/** The address as a number; `undefined` for text that is not an IPv4 address. */
export const parseIP = (text: string): number | undefined => {
	const parts = text.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) {
		return undefined;
	}

	return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
};

/** What a request got for its object: kept when the request succeeds, given back when it does not. */
export interface Allocation {
	readonly object: KubernetesObject;
	commit(): void;
	revert(): void;
}

const nothing = (object: KubernetesObject): Allocation => ({object, commit() {}, revert() {}});

const internal = (message: string): RequestFailure =>
	new RequestFailure(failure(500, 'InternalError', `Internal error occurred: ${message}`));

/** Every node port of a Service's ports, each once. */
const nodePortsOf = ({spec}: Service): number[] => [
	...new Set((spec?.ports ?? []).flatMap(({nodePort}) => (nodePort ? [nodePort] : []))),
];

/** One request: the ports and addresses it takes, and those it lets go. */
interface Work {
	readonly service: Service;
	readonly old: Service | undefined;
	readonly dryRun: boolean;
	readonly ports: NodePortOperation;
	readonly taken: number[];
	readonly released: number[];
}

/**
Gives Services their cluster IPs and node ports, each only once.

Free choices come from the upper part of the range, so that the lower part stays for addresses that people pick. A dry run takes nothing and makes up what it would have got.

@see https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/
@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage alloc
*/
export class ServiceAllocator {
	readonly #addresses = new Set<number>();
	readonly #nodePorts = new NodePorts();
	readonly #base: number;
	readonly #size: number;

	constructor(
		readonly etcd: Etcd<KubernetesObject>,
		readonly random: Random,
		readonly range: string,
	) {
		const {base, size} = parseRange(range);
		this.#base = base;
		this.#size = size;
	}

	/** Learns from the stored Services what is taken. */
	repair(): void {
		this.#addresses.clear();
		this.#nodePorts.clear();
		for (const {value} of this.etcd.range('/registry/services/specs/')) {
			const service = asKind(value, 'v1 Service');
			for (const address of this.#addressesOf(service)) {
				this.#addresses.add(address);
			}

			for (const port of [...nodePortsOf(service), service.spec?.healthCheckNodePort ?? 0].filter(Boolean)) {
				this.#nodePorts.take(port);
			}
		}
	}

	#addressesOf({spec}: Service): number[] {
		return (spec?.clusterIPs ?? (spec?.clusterIP ? [spec.clusterIP] : [])).flatMap((text) => parseIP(text) ?? []);
	}

	/** The Service with its address and ports, when the object is a Service; a stop. @throws RequestFailure 422 */
	*allocate(object: KubernetesObject, old: KubernetesObject | undefined, dryRun: boolean): Routine<Allocation> {
		if (!isKind(object, 'v1 Service')) {
			return nothing(object);
		}

		const before = old && asKind(old, 'v1 Service');
		let service = object;
		service = withSyncedClusterIPs(before ? withAllocatedValues(service, before) : service, before);
		const ports = new NodePortOperation(this.#nodePorts, dryRun, (bound) => this.random.below(bound));
		const work: Work = {service, old: before, dryRun, ports, taken: [], released: []};
		let after: Service;
		try {
			after = this.#assigned(work);
		} catch (error) {
			this.#revert(work);
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
				clusterIP: after.spec.clusterIP,
				nodePorts: nodePortsOf(after),
			});
		}

		return {
			object: after,
			commit: () => {
				this.#commit(work);
			},
			revert: () => {
				this.#revert(work);
			},
		};
	}

	#commit({ports, released}: Work): void {
		ports.commit();
		for (const address of released) {
			this.#addresses.delete(address);
		}
	}

	#revert({ports, taken}: Work): void {
		ports.revert();
		for (const address of taken) {
			this.#addresses.delete(address);
		}
	}

	#assigned(work: Work): Service {
		const errors: FieldError[] = [];
		let service = withFamilies(errors, work.service, work.old);
		refuse(service, errors);
		service = this.#withClusterIPs(work, service);
		service = this.#withNodePorts(work, service);
		return this.#withHealthCheckPort(work, service);
	}

	#withClusterIPs(work: Work, service: Service): Service {
		const spec = service.spec!;
		const before = work.old?.spec;
		if (!needsClusterIP(spec)) {
			if (before && needsClusterIP(before) && !work.dryRun) {
				work.released.push(...this.#addressesOf(work.old!));
			}

			return service;
		}

		if (spec.clusterIPs?.[0] === 'None' || (before && needsClusterIP(before))) {
			return service;
		}

		const clusterIPs = (spec.ipFamilies ?? []).map((_, index) => {
			const asked = spec.clusterIPs?.[index] ?? '';
			return asked === '' ? this.#freeAddress(work) : this.#chosenAddress(work, service, asked);
		});
		return {...service, spec: {...spec, clusterIP: clusterIPs[0], clusterIPs}};
	}

	#chosenAddress(work: Work, service: Service, asked: string): string {
		const address = parseIP(asked)!;
		const inRange = address > this.#base && address < this.#base + this.#size - 1;
		let problem: string | undefined;
		if (!inRange) {
			problem = work.dryRun
				? `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${this.range}`
				: 'the provided network does not match the current range';
		} else if (!work.dryRun && this.#addresses.has(address)) {
			problem = 'provided IP is already allocated';
		}

		if (problem) {
			refuse(service, [
				invalid('spec.clusterIPs', service.spec!.clusterIPs, `failed to allocate IP ${asked}: ${problem}`),
			]);
		}

		this.#takeAddress(work, address);
		return asked;
	}

	#takeAddress({dryRun, taken}: Work, address: number): void {
		if (!dryRun) {
			this.#addresses.add(address);
			taken.push(address);
		}
	}

	/** A free address, preferably above the part reserved for chosen ones. A dry run shows the range's own address. */
	#freeAddress(work: Work): string {
		if (work.dryRun) {
			return formatIP(this.#base);
		}

		const reserved = Math.min(Math.max(16, Math.floor(this.#size / 16)), 256);
		const low = this.#size > 2 * reserved ? reserved : 1;
		const span = this.#size - 1 - low;
		const start = this.random.below(span);
		for (let index = 0; index < this.#size - 2; index++) {
			const offset = index < span ? low + ((start + index) % span) : index - span + 1;
			if (!this.#addresses.has(this.#base + offset)) {
				this.#takeAddress(work, this.#base + offset);
				return formatIP(this.#base + offset);
			}
		}

		throw internal('failed to allocate a serviceIP: range is full');
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
	release(service: KubernetesObject): void {
		if (!isKind(service, 'v1 Service')) {
			return;
		}

		for (const address of this.#addressesOf(service)) {
			this.#addresses.delete(address);
		}

		for (const port of [...nodePortsOf(service), service.spec?.healthCheckNodePort ?? 0]) {
			this.#nodePorts.release(port);
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
