import type {Stop} from '../../kernel/stop.js';
import {requestTarget} from '../../client/request-target.js';
import {isRecord} from '../../kernel/record.js';
import {isStopOf} from '../../stages/stop-of.js';

/** A client of a run, by the names that its requests carry. */
export interface Caller {
	/** User agent. */
	readonly agent: string;
	/** User, as the apiserver has authenticated it; empty before authentication. */
	readonly user: string;
}

/** A request that writes an object. */
export interface Write extends Caller {
	readonly verb: 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
	/** Plural name, with its subresource if there is one: `configmaps`, `deployments/status`. */
	readonly resource: string;
	/** Empty for objects of the whole cluster. */
	readonly namespace: string;
	/** The name; empty if only the answer to a refused request would have it. */
	readonly name: string;
	/** Status of the answer; 0 while there is none. */
	readonly code: number;
	/** Whether it is a dry run: no object is stored. */
	readonly isDryRun?: true;
	/** The stop of its route. */
	readonly step: number;
}

/** A watch that a client has opened. */
export interface Watched extends Caller {
	readonly resource: string;
}

/** The requests of a run that matter for faults. */
export interface Traffic {
	readonly writes: readonly Write[];
	readonly watches: readonly Watched[];
}

const writing: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const isWriting = (verb: string): verb is Write['verb'] => writing.has(verb);

/** Resources whose writes change no stored object, or none on which a controller's decisions depend. */
const aside =
	/^(?:events|leases|.*reviews|serviceaccounts\/token|pods\/(?:exec|attach|portforward|proxy|binding)|bindings)$/;

/** Whether a fault at this write can show an error of a controller. */
export const isTelling = ({resource, verb}: Pick<Write, 'resource' | 'verb'>): boolean =>
	!aside.test(resource) && writing.has(verb);

/** Name and namespace in an answer. */
const named = (body: unknown): {readonly name?: string; readonly namespace?: string} => {
	const metadata = isRecord(body) ? body['metadata'] : undefined;
	if (!isRecord(metadata)) {
		return {};
	}

	const {name, namespace} = metadata;
	return {
		...(typeof name === 'string' ? {name} : {}),
		...(typeof namespace === 'string' ? {namespace} : {}),
	};
};

/**
Reads the writes and watches of all clients out of a run, in the order of their routes.

@param stops of the run, from the first that counts.
*/
export const trafficOf = (stops: Iterable<Stop>): Traffic => {
	const writes: Write[] = [];
	const watches: Watched[] = [];
	const users = new Map<string, string>();
	const open = new Map<string, number>();
	for (const stop of stops) {
		if (isStopOf(stop, 'apiserver.authenticate')) {
			const user: unknown = 'user' in stop.facts ? stop.facts.user : undefined;
			if (isRecord(user) && typeof user['username'] === 'string') {
				users.set(stop.process, user['username']);
			}
		} else if (isStopOf(stop, 'apiserver.route')) {
			const {facts} = stop;
			if (facts.route !== 'resource') {
				continue;
			}

			const {info, headers, query} = facts;
			const target = requestTarget(facts);
			const caller = {agent: headers['user-agent'] ?? '', user: users.get(stop.process) ?? ''};
			if (target?.verb === 'watch') {
				watches.push({...caller, resource: target.resource});
			} else if (target && isWriting(target.verb)) {
				const {verb, resource, name} = target;
				const namespace = /\/namespaces\/([^/]+)\//.exec(info.path)?.[1] ?? '';
				open.set(stop.process, writes.length);
				writes.push({
					...caller,
					verb,
					resource,
					namespace,
					name,
					code: 0,
					step: stop.step,
					...(query['dryRun'] === undefined ? {} : {isDryRun: true}),
				});
			}
		} else if (isStopOf(stop, 'apiserver.respond')) {
			const index = open.get(stop.process);
			const write = index === undefined ? undefined : writes[index];
			open.delete(stop.process);
			const {code, body}: Readonly<Record<string, unknown>> = stop.facts;
			if (index !== undefined && write && typeof code === 'number') {
				writes[index] = {...write, ...(code < 300 && write.name === '' ? named(body) : {}), code};
			}
		}
	}

	return {writes, watches};
};
