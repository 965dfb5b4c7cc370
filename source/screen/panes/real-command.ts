import {etcdKey} from '../../objects/etcd-keys.js';
import type {Stop} from '../../kernel/stop.js';
import {resourceOfWord} from '../../classroom/place.js';
import {objectName} from '../../objects/object-name.js';
import {stageOf} from '../../stages/stage-entry.js';

/**
The command or file that shows this on a live cluster, about the stop's own object.

@param etcdPrefix its kube-apiserver's `--etcd-prefix`, by default `/registry`.
*/
export const realCommand = (stop: Stop, etcdPrefix?: string): string => {
	const found = stop.object === undefined ? undefined : objectName(stop.object);
	const kind = (found && resourceOfWord(found.resource)?.singular) ?? found?.resource ?? 'pod';
	const name = found?.name ?? 'NAME';
	const place = found?.namespace === undefined || found.namespace === 'default' ? '' : ` -n ${found.namespace}`;
	const words: Readonly<Record<string, string>> = {
		object: `${kind} ${name}${place}`,
		kind,
		name,
		key: etcdKey(stop.object ?? '/registry/pods/default/NAME', etcdPrefix),
		keys: etcdKey('/registry/', etcdPrefix),
	};
	return (stageOf(stop.stage)?.real ?? 'kubectl get events -A -w').replaceAll(
		/\{(object|kind|name|keys|key)\}/g,
		(_, word: string) => words[word] ?? '',
	);
};
