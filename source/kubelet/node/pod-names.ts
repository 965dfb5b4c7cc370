import type {Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';

/** Key of the Pod in the ledger. */
export const podKey = ({metadata}: Pod): string => registryKey('pods', metadata.namespace, metadata.name);

/** `default/web`. */
export const podName = ({metadata}: Pod): string => `${metadata.namespace}/${metadata.name}`;

/** A Pod's name in logs and messages: `web_default(uid)`. */
export const podFormat = ({metadata}: Pod): string => `${metadata.name}_${metadata.namespace}(${metadata.uid})`;

/** Directory of a Pod on its node. */
export const podDirectory = (pod: Pod): string => `/var/lib/kubelet/pods/${pod.metadata.uid}`;

/** Path on its node of the file that a Pod's containers have as `/etc/hosts`. */
export const hostsPath = (pod: Pod): string => `${podDirectory(pod)}/etc-hosts`;
