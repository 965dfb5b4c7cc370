import type {Etcd} from '../etcd/etcd.js';
import type {Random} from '../kernel/random.js';
import {note, type Routine} from '../kernel/routine.js';
import type {Service, ServicePort} from '../objects/kubernetes.generated.js';
import {invalid, invalidStatus, type FieldError} from '../objects/field-error.js';
import type {KubernetesObject} from './exchange.js';
import {RequestFailure} from './failure.js';

const firstNodePort = 30_000;
const lastNodePort = 32_767;

/** `10.96.0.0/16` as its first address and its size. @throws Error for text that is no range */
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

/** The address as a number; `undefined` for text that is no IPv4 address. */
export const parseIP = (text: string): number | undefined => {
	const parts = text.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) {
		return undefined;
	}

	return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
};

/**
Gives Services their cluster IPs and node ports, each only once.

Free choices come from the upper part of the range, so that the lower part stays for addresses that people pick.

@see https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/
@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage alloc
*/
export class ServiceAllocator {
	readonly #addresses = new Set<number>();
	readonly #nodePorts = new Map<number, Set<string>>();
	readonly #base: number;
	readonly #size: number;

	constructor(
		readonly etcd: Etcd,
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
			this.#take(value as Service);
		}
	}

	#take({spec}: Service): void {
		const address = parseIP(spec?.clusterIP ?? '');
		if (address !== undefined) {
			this.#addresses.add(address);
		}

		for (const port of spec?.ports ?? []) {
			if (port.nodePort) {
				this.#takePort(port.nodePort, port.protocol ?? 'TCP');
			}
		}

		if (spec?.healthCheckNodePort) {
			this.#takePort(spec.healthCheckNodePort, 'health');
		}
	}

	#takePort(port: number, protocol: string): void {
		const set = this.#nodePorts.get(port);
		if (set) {
			set.add(protocol);
		} else {
			this.#nodePorts.set(port, new Set([protocol]));
		}
	}

	/** The Service with its address and ports, when the object is a Service; a stop. @throws RequestFailure 422 */
	*allocate(object: KubernetesObject, old?: KubernetesObject): Routine<KubernetesObject> {
		if (object.kind !== 'Service' || object.apiVersion !== 'v1') {
			return object;
		}

		const service = object as Service;
		const errors: FieldError[] = [];
		const after = this.#assigned(service, old as Service | undefined, errors);
		if (errors.length > 0) {
			throw new RequestFailure(invalidStatus('', 'Service', service.metadata.name, errors));
		}

		if (after !== service) {
			this.#take(after);
			const ports = (after.spec.ports ?? []).flatMap(({nodePort}) => (nodePort ? [nodePort] : []));
			yield* note(
				'apiserver.allocate',
				`Service ${service.metadata.name} gets ${after.spec.clusterIP ? `the cluster IP ${after.spec.clusterIP}` : 'no cluster IP'}${ports.length > 0 ? ` and the node ports ${ports.join(', ')}` : ''}.`,
				{range: this.range, before: service.spec, after: after.spec},
			);
		}

		return after;
	}

	#assigned(service: Service, old: Service | undefined, errors: FieldError[]): Service {
		const {spec} = service;
		const type = spec.type ?? 'ClusterIP';
		if (type === 'ExternalName') {
			return service;
		}

		const clusterIP = this.#clusterIP(service, old, errors);
		const ports = type === 'ClusterIP' ? spec.ports : this.#withNodePorts(service, old, errors);
		const family = spec.selector || clusterIP !== 'None' ? ['IPv4'] : undefined;
		const healthCheckNodePort =
			type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local'
				? spec.healthCheckNodePort || old?.spec.healthCheckNodePort || this.#freePort('health')
				: undefined;
		return {
			...service,
			spec: {
				...spec,
				clusterIP,
				clusterIPs: [clusterIP, ...(spec.clusterIPs ?? []).slice(1)],
				ipFamilies: spec.ipFamilies ?? family ?? ['IPv4'],
				ipFamilyPolicy: spec.ipFamilyPolicy ?? (family ? 'SingleStack' : 'RequireDualStack'),
				...(ports ? {ports} : {}),
				...(healthCheckNodePort ? {healthCheckNodePort} : {}),
			} as Service['spec'],
		};
	}

	#clusterIP({spec}: Service, old: Service | undefined, errors: FieldError[]): string {
		const asked = spec.clusterIP || spec.clusterIPs?.[0] || '';
		const before = old?.spec.clusterIP ?? '';
		if (asked === 'None' || (asked !== '' && asked === before)) {
			return asked;
		}

		if (asked === '' && before !== '' && before !== 'None' && old?.spec.type !== 'ExternalName') {
			return before;
		}

		if (asked === '') {
			return formatIP(this.#freeAddress());
		}

		const address = parseIP(asked);
		if (address === undefined) {
			// Validation says what is wrong with it.
			return asked;
		}

		if (address <= this.#base || address >= this.#base + this.#size - 1) {
			errors.push(
				invalid(
					'spec.clusterIPs',
					[asked],
					`failed to allocate IP ${asked}: the provided network does not match the current range`,
				),
			);
		} else if (this.#addresses.has(address)) {
			errors.push(
				invalid('spec.clusterIPs', [asked], `failed to allocate IP ${asked}: provided IP is already allocated`),
			);
		}

		return asked;
	}

	/** A free address, by preference above the part that is kept for chosen ones. */
	#freeAddress(): number {
		const reserved = Math.min(Math.max(16, Math.floor(this.#size / 16)), 256);
		const low = this.#size > 2 * reserved ? reserved : 1;
		const span = this.#size - 1 - low;
		const start = this.random.below(span);
		for (let index = 0; index < span; index++) {
			const address = this.#base + low + ((start + index) % span);
			if (!this.#addresses.has(address)) {
				return address;
			}
		}

		for (let address = this.#base + 1; address < this.#base + low; address++) {
			if (!this.#addresses.has(address)) {
				return address;
			}
		}

		throw new RequestFailure({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			code: 500,
			reason: 'InternalError',
			message: 'Internal error occurred: failed to allocate a serviceIP: range is full',
		});
	}

	#withNodePorts({spec}: Service, old: Service | undefined, errors: FieldError[]): readonly ServicePort[] | undefined {
		const mine = new Set<string>();
		const kept = new Map(
			(old?.spec.ports ?? []).map((port) => [`${port.protocol ?? 'TCP'}/${port.port}`, port.nodePort]),
		);
		const keptPorts = new Set(
			(old?.spec.ports ?? []).map(({nodePort, protocol}) => `${protocol ?? 'TCP'}/${nodePort}`),
		);
		const allocates = spec.type !== 'LoadBalancer' || spec.allocateLoadBalancerNodePorts !== false;
		return spec.ports?.map((port, index) => {
			const protocol = port.protocol ?? 'TCP';
			if (port.nodePort) {
				const id = `${protocol}/${port.nodePort}`;
				const taken = this.#nodePorts.get(port.nodePort)?.has(protocol);
				if (port.nodePort < firstNodePort || port.nodePort > lastNodePort) {
					errors.push(
						invalid(
							`spec.ports[${index}].nodePort`,
							port.nodePort,
							`provided port is not in the valid range. The range of valid ports is ${firstNodePort}-${lastNodePort}`,
						),
					);
				} else if (taken && !keptPorts.has(id) && !mine.has(id)) {
					errors.push(invalid(`spec.ports[${index}].nodePort`, port.nodePort, 'provided port is already allocated'));
				}

				mine.add(id);
				return port;
			}

			if (!allocates) {
				return port;
			}

			const before = kept.get(`${protocol}/${port.port}`);
			const nodePort = before || this.#freePort(protocol);
			this.#takePort(nodePort, protocol);
			mine.add(`${protocol}/${nodePort}`);
			return {...port, nodePort};
		});
	}

	/** A free node port, by preference above the part that is kept for chosen ones. */
	#freePort(protocol: string): number {
		const reserved = 86;
		const span = lastNodePort - firstNodePort + 1 - reserved;
		const start = this.random.below(span);
		for (let index = 0; index < span; index++) {
			const port = firstNodePort + reserved + ((start + index) % span);
			if (!this.#nodePorts.get(port)?.size) {
				return port;
			}
		}

		throw new Error(`no node port is free for ${protocol}`);
	}

	/** Gives back what a Service had, when it is gone or was refused. */
	release(object: KubernetesObject): void {
		if (object.kind !== 'Service' || object.apiVersion !== 'v1') {
			return;
		}

		const {spec} = object as Service;
		const address = parseIP(spec?.clusterIP ?? '');
		if (address !== undefined) {
			this.#addresses.delete(address);
		}

		for (const port of spec?.ports ?? []) {
			if (port.nodePort) {
				this.#nodePorts.get(port.nodePort)?.delete(port.protocol ?? 'TCP');
			}
		}

		if (spec?.healthCheckNodePort) {
			this.#nodePorts.get(spec.healthCheckNodePort)?.delete('health');
		}
	}
}
