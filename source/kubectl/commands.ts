import type {Routine} from '../kernel/routine.js';
import {annotate, label} from './commands/label.js';
import {apiResources, apiVersions, clusterInfo, completion, version} from './commands/discover.js';
import {apply} from './commands/apply.js';
import {setLastApplied, viewLastApplied} from './commands/last-applied.js';
import {autoscale, expose} from './commands/expose.js';
import {canI, whoAmI} from './commands/auth.js';
import {approve, deny} from './commands/certificate.js';
import {configCommands} from './commands/config.js';
import {cordon, drain, uncordon} from './commands/drain.js';
import {create, createCommands} from './commands/create.js';
import {debug} from './commands/debug.js';
import {deleteCommand} from './commands/delete.js';
import {describe} from './commands/describe.js';
import {diff} from './commands/diff.js';
import {edit, editLastApplied} from './commands/edit.js';
import {copy, pluginList, portForward, proxy} from './commands/refused.js';
import {topNode, topPod} from './commands/top.js';
import {events} from './commands/events.js';
import {attach, exec} from './commands/exec.js';
import {explain} from './commands/explain.js';
import {get} from './commands/get.js';
import {logs} from './commands/logs.js';
import {patch} from './commands/patch.js';
import {reconcile} from './commands/reconcile.js';
import {replace} from './commands/replace.js';
import {rolloutCommands} from './commands/rollout.js';
import {run} from './commands/run.js';
import {scale} from './commands/scale.js';
import {setCommands} from './commands/set.js';
import {taint} from './commands/taint.js';
import {wait} from './commands/wait.js';
import type {Session} from './session.js';

/** A command: sends requests, prints, and returns its exit code (0 when it returns nothing). */
export type Command = (session: Session) => Routine<number | void>;

/** All commands by the words that call them. */
export const commands: Readonly<Record<string, Command | undefined>> = {
	annotate,
	'api-resources': apiResources,
	'api-versions': apiVersions,
	apply,
	'apply set-last-applied': setLastApplied,
	'apply view-last-applied': viewLastApplied,
	attach,
	'apply edit-last-applied': editLastApplied,
	'auth can-i': canI,
	'auth reconcile': reconcile,
	'auth whoami': whoAmI,
	autoscale,
	'certificate approve': approve,
	'certificate deny': deny,
	'cluster-info': clusterInfo,
	completion,
	...configCommands,
	cordon,
	cp: copy,
	create,
	...createCommands,
	debug,
	delete: deleteCommand,
	describe,
	diff,
	drain,
	edit,
	events,
	exec,
	explain,
	expose,
	get,
	label,
	logs,
	patch,
	'plugin list': pluginList,
	'port-forward': portForward,
	proxy,
	replace,
	...rolloutCommands,
	run,
	scale,
	...setCommands,
	taint,
	'top node': topNode,
	'top pod': topPod,
	uncordon,
	version,
	wait,
};
