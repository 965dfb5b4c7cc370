import type {Client, TypedEvent} from '../client/client.js';
import {Informer} from '../client/informer.js';
import type {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {EndpointSlice, Service} from '../objects/kubernetes.generated.js';
import {joinHostPort} from '../objects/host-port.js';
import {sliceService} from './slice-service.js';

/**
Follows Services and their ready endpoints for a component that sends requests directly to Pods.

It starts when first needed, so a cluster without such components has no cost.
*/
export class ServiceFollower {
	readonly #services: Informer<'services'>;
	readonly #slices: Informer<'endpointslices.discovery.k8s.io'>;
	#started = false;

	constructor(
		client: Client,
		owner: string,
		readonly mailbox: Mailbox<() => Routine>,
		/** Called with `namespace/name` after each change. */
		readonly changed: (service: string) => Routine,
	) {
		this.#services = new Informer(client, 'services', {owner});
		this.#slices = new Informer(client, 'endpointslices.discovery.k8s.io', {
			owner,
			indexes: {service: (slice) => [sliceService(slice)]},
		});
	}

	*start(): Routine {
		if (this.#started) {
			return;
		}

		this.#started = true;
		yield* this.#services.start(this.mailbox, (event) => () => this.#onService(event));
		yield* this.#slices.start(this.mailbox, (event) => () => this.#onSlice(event));
	}

	*#onService(event: TypedEvent<Service>): Routine {
		const change = yield* this.#services.deliver(event);
		if (change) {
			yield* this.changed(`${change.object.metadata.namespace}/${change.object.metadata.name}`);
		}
	}

	*#onSlice(event: TypedEvent<EndpointSlice>): Routine {
		const change = yield* this.#slices.deliver(event);
		const service = change ? sliceService(change.object) : '';
		if (service) {
			yield* this.changed(service);
		}
	}

	services(): readonly Service[] {
		return this.#services.list();
	}

	service(namespace: string, name: string): Service | undefined {
		return this.#services.get(namespace, name);
	}

	/** Ready `ip:port` behind a Service's port, given by number or name. */
	endpoints(
		namespace: string,
		name: string,
		port: {readonly number?: number; readonly name?: string},
	): readonly string[] {
		const service = this.service(namespace, name);
		const found = service?.spec?.ports?.find((one) =>
			port.name === undefined ? one.port === port.number : one.name === port.name,
		);
		if (!found) {
			return [];
		}

		const texts = new Set<string>();
		for (const slice of this.#slices.byIndex('service', `${namespace}/${name}`)) {
			const target = slice.ports?.find((one) => (one.name ?? '') === (found.name ?? ''));
			for (const {addresses, conditions} of target?.port ? (slice.endpoints ?? []) : []) {
				if (conditions?.ready !== false && addresses[0]) {
					texts.add(joinHostPort(addresses[0], target?.port ?? 0));
				}
			}
		}

		return [...texts].sort();
	}
}
