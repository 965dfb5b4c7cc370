import type {AdmissionPlugin} from '../plugin.js';
import {denyEscalatingExec} from './deny-escalating-exec.js';
import {initializers} from './initializers.js';
import {podPreset} from './pod-preset.js';
import {podSecurityPolicy} from './pod-security-policy.js';
import {securityContextDeny} from './security-context-deny.js';

/** A plug-in that Kubernetes once had. */
export interface LegacyPlugin {
	/** The release that no longer had it. */
	readonly removedIn: string;
	/** The plug-in in force before which it ran. */
	readonly before: string;
	/** @param configuration what the scenario gives it: the objects that the API of its time had. */
	readonly build: (configuration: unknown) => AdmissionPlugin;
}

/** What the source texts describe and v1.36 no longer has, by name: a scenario can switch it on. */
export const legacyPlugins: Readonly<Record<string, LegacyPlugin>> = {
	Initializers: {removedIn: 'v1.14', before: 'MutatingAdmissionWebhook', build: initializers},
	PodPreset: {removedIn: 'v1.20', before: 'LimitRanger', build: podPreset},
	DenyEscalatingExec: {removedIn: 'v1.21', before: 'LimitRanger', build: denyEscalatingExec},
	PodSecurityPolicy: {removedIn: 'v1.25', before: 'PodNodeSelector', build: podSecurityPolicy},
	SecurityContextDeny: {removedIn: 'v1.30', before: 'ServiceAccount', build: securityContextDeny},
};
