import type {Client} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {defaultSchedulerName} from '../objects/scheduler-configuration/configuration.js';
import type {Profile} from './profile.js';

/** A profile, and its recorder: Events name the scheduler of their Pod. */
export interface NamedProfile extends Profile {
	readonly recorder: EventRecorder;
}

/**
The schedulers of one process, by name.

@mirrors k8s.io/kubernetes/pkg/scheduler/profile.Map
*/
export class Profiles {
	readonly #byName: ReadonlyMap<string, NamedProfile>;
	readonly #first: NamedProfile;

	constructor(profiles: readonly Profile[], client: Client, process: string) {
		const named = profiles.map((profile) => ({
			...profile,
			recorder: new EventRecorder(client, {
				component: profile.schedulerName,
				modern: true,
				process: profiles.length > 1 ? `${process}/events/${profile.schedulerName}` : `${process}/events`,
			}),
		}));
		const [first] = named;
		if (!first) {
			throw new Error('a scheduler needs a profile');
		}

		this.#first = first;
		this.#byName = new Map(named.map((profile) => [profile.schedulerName, profile]));
	}

	/** All of them, in the order of the configuration. */
	get all(): readonly NamedProfile[] {
		return [...this.#byName.values()];
	}

	/** Their names, for a sentence. */
	get names(): string {
		return [...this.#byName.keys()].join(', ');
	}

	/** The profile of a Pod; `undefined` if the Pod is for a scheduler of another process. */
	find({spec: {schedulerName}}: Pod): NamedProfile | undefined {
		return this.#byName.get(schedulerName || defaultSchedulerName) ?? (schedulerName ? undefined : this.#first);
	}

	/** The profile of a Pod in the queue; a Pod is queued only if it has one. */
	of(pod: Pod): NamedProfile {
		return this.find(pod) ?? this.#first;
	}
}
