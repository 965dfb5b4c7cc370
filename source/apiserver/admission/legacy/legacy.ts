import type {RemovedPluginName} from '../../../objects/admission-plugins.js';
import type {AdmissionPlugin} from '../plugin.js';
import {denyEscalatingExec} from './deny-escalating-exec.js';
import {initializers} from './initializers.js';
import {podPreset} from './pod-preset.js';
import {podSecurityPolicy} from './pod-security-policy.js';
import {securityContextDeny} from './security-context-deny.js';

/** Builds a plug-in that Kubernetes has removed, from the scenario's objects: the objects that the API of its time had. */
export const legacyPlugins: Readonly<Record<RemovedPluginName, (configuration: unknown) => AdmissionPlugin>> = {
	Initializers: initializers,
	PodPreset: podPreset,
	DenyEscalatingExec: denyEscalatingExec,
	PodSecurityPolicy: podSecurityPolicy,
	SecurityContextDeny: securityContextDeny,
};
