import {etcdKey} from '../../objects/etcd-keys.js';
import type {Stop} from '../../kernel/stop.js';
import {resourceOfWord} from '../../classroom/place.js';
import {objectName} from '../../objects/object-name.js';
import {stageOf} from '../../stages/stage-entry.js';

/** Commands of kubectl that can print their object without sending it. */
const printsUnsent = /^(?:create|run|expose|autoscale|set|label|annotate|taint|scale|patch)\b/;

/** Flags for a command of kubectl, without those that it has or does not know. They stand before `--`, whose words are for a container. */
const withFlags = (line: string, flags: readonly string[]): string => {
	const [own = '', ...rest] = line.split(' -- ');
	const has = (flag: string): boolean => new RegExp(`(?:^|\\s)${/^-+\w+(?:-\w+)?/.exec(flag)?.[0]}\\b`).test(own);
	const isKnown = printsUnsent.test(own) || !flags.some((flag) => flag.startsWith('--dry-run'));
	return [[own, ...(isKnown ? flags.filter((flag) => !has(flag)) : [])].join(' '), ...rest].join(' -- ');
};

/**
The command or file that shows this on a live cluster, about the stop's own object.

@param etcdPrefix its kube-apiserver's `--etcd-prefix`, by default `/registry`.

@param line the command of kubectl that leads to the stop, without `kubectl`.
*/
export const realCommand = (stop: Stop, etcdPrefix?: string, line = '…'): string => {
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
		file: /(?:^|\s)(?:-f|--filename)[= ]?([^\s-]\S*)/.exec(line)?.[1] ?? 'FILE',
		command: line,
		'command -v=8': withFlags(line, ['-v=8']),
		'command --dry-run=client -o yaml': withFlags(line, ['--dry-run=client', '-o yaml']),
	};
	return (stageOf(stop.stage)?.real ?? 'kubectl get events -A -w').replaceAll(
		/\{(object|kind|name|keys|key|file|command[^}]*)\}/g,
		(_, word: string) => words[word] ?? '',
	);
};
