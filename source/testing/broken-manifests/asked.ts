import {askedCommands} from './asked/commands.js';
import {askedConfiguration} from './asked/configuration.js';
import {askedContainers} from './asked/containers.js';
import {askedPolicies} from './asked/policies.js';
import {askedStorage} from './asked/storage.js';
import {askedTraffic} from './asked/traffic.js';
import {askedWorkloads} from './asked/workloads.js';
import type {BrokenManifest} from './templates.js';

/** The most frequently asked problems, unchanged: the symptom is in one place, the mistake in another. */
export const asked: readonly BrokenManifest[] = [
	...askedStorage,
	...askedConfiguration,
	...askedContainers,
	...askedWorkloads,
	...askedTraffic,
	...askedPolicies,
	...askedCommands,
];
