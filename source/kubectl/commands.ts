import {annotate, label} from './commands/write/label.js';
import {apiResources, apiVersions} from './commands/settings/api-resources.js';
import {clusterInfo} from './commands/cluster/cluster-info.js';
import {completion} from './commands/settings/completion.js';
import {version} from './commands/settings/version.js';
import {apply} from './commands/write/apply.js';
import {setLastApplied, viewLastApplied} from './commands/write/last-applied.js';
import {autoscale} from './commands/deploy/autoscale.js';
import {expose} from './commands/create/expose.js';
import {canI} from './commands/auth/can-i.js';
import {whoAmI} from './commands/auth/whoami.js';
import {approve, deny} from './commands/cluster/certificate.js';
import {configCommands} from './commands/settings/config.js';
import {cordon, drain, uncordon} from './commands/cluster/drain.js';
import {create, createCommands} from './commands/create/create.js';
import {debug} from './commands/containers/debug.js';
import {deleteCommand} from './commands/write/delete.js';
import {describe} from './commands/read/describe.js';
import {diff} from './commands/write/diff.js';
import {edit, editLastApplied} from './commands/write/edit.js';
import {copy} from './commands/containers/copy.js';
import {portForward, proxy} from './commands/containers/port-forward.js';
import {pluginList} from './commands/settings/plugin.js';
import {topNode, topPod} from './commands/read/top.js';
import {events} from './commands/read/events.js';
import {attach, exec} from './commands/containers/exec.js';
import {explain} from './commands/read/explain.js';
import {get} from './commands/read/get.js';
import {logs} from './commands/read/logs.js';
import {patch} from './commands/write/patch.js';
import {reconcile} from './commands/auth/reconcile.js';
import {replace} from './commands/write/replace.js';
import {rolloutCommands} from './commands/deploy/rollout/rollout.js';
import {run} from './commands/create/run.js';
import {scale} from './commands/deploy/scale.js';
import {setCommands} from './commands/set/set.js';
import {taint} from './commands/cluster/taint.js';
import {wait} from './commands/read/wait.js';
import type {Command} from './command.js';

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
