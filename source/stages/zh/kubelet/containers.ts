import type {Stop} from '../../../kernel/stop.js';
import type {LifecycleHandler} from '../../../objects/kubernetes.generated.js';
import {probeKindOf} from '../../digest/container.js';
import type {ContainerFacts, ProbeKind} from '../../facts/kubelet/containers.js';
import {lastPartOf, podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const titles: Readonly<Record<ProbeKind, string>> = {startup: '启动', readiness: '就绪', liveness: '存活'};

/** The result for a container once its probe has succeeded, or failed, often enough. */
const consequences: Readonly<Record<ProbeKind, readonly [passed: string, failed: string]>> = {
	startup: ['已启动', '未能启动：它被杀死'],
	readiness: ['就绪', '未就绪'],
	liveness: ['存活', '已死：它被杀死'],
};

const pullSentence = (facts: ContainerFacts['kubelet.pull'], stop: Stop): string => {
	switch (facts.case) {
		case 'secrets': {
			const {found, missing} = facts;
			return missing.length > 0
				? `${podOf(stop)} 的拉取 Secret ${listed(missing)} 不存在：拉取可能被拒绝。`
				: `kubelet 有 ${podOf(stop)} 的拉取 Secret：${listed(found)}。`;
		}

		case 'invalid': {
			return `${facts.image} 不是有效的镜像名。`;
		}

		case 'present': {
			return `${facts.container} 的镜像 ${facts.image} 已在 ${facts.node} 上；拉取策略是 ${facts.policy}，所以不拉取。`;
		}

		case 'never': {
			return `${facts.message}。`;
		}

		case 'back-off': {
			return `${facts.message}：下次尝试在 ${Math.ceil(facts.leftMs / 1000)} 秒之后。`;
		}

		case 'pull': {
			const {image, container, present, isForeign, username} = facts;
			return isForeign
				? `镜像 ${image} 在节点上，但拉取它用的凭据 ${podOf(stop)} 没有：重新拉取。`
				: `${container} 的镜像 ${image} ${present ? '在节点上，但拉取策略是 Always' : '不在节点上'}：${username === undefined ? '' : `以 ${username} 的身份`}拉取。`;
		}
	}
};

const handlerWords = ({exec, httpGet, sleep}: LifecycleHandler): string => {
	if (exec) {
		return `执行 ${(exec.command ?? []).join(' ')}`;
	}

	if (httpGet) {
		return `在端口 ${httpGet.port} 上 HTTP GET ${httpGet.path ?? '/'}`;
	}

	if (sleep) {
		return `睡眠 ${sleep.seconds} 秒`;
	}

	return 'TCP 套接字';
};

/** Stops of the kubelet's work for one container, in Chinese. */
export const containerSentences: Translation<Sentences<ContainerFacts>> = {
	'kubelet.pull': pullSentence,
	'kubelet.hook.*'(facts, stop) {
		const kind = lastPartOf(stop.stage);
		if (facts.case === 'end') {
			return facts.message === undefined
				? `${facts.container} 的 ${kind} 回调成功了。`
				: `${facts.container} 的 ${kind} 回调失败了：${facts.message}。`;
		}

		const what = handlerWords(facts.handler);
		return kind === 'postStart'
			? `${podOf(stop)} 中 ${facts.container} 的 postStart 回调与容器同时运行；回调完成之后，容器才算在运行：${what}。`
			: `${podOf(stop)} 中 ${facts.container} 的 preStop 回调在停止信号之前运行，时间算在宽限期内：${what}。`;
	},
	'kubelet.probe.*'({container, result, output, inARow, threshold, changed}, stop) {
		const kind = probeKindOf(stop);
		if (result === 'unknown') {
			return `${podOf(stop)} 中 ${container} 的${titles[kind]}探针无法执行：${output.trimEnd()}。这个结果被丢弃，既不算失败也不算成功。`;
		}

		const passed = result !== 'failure';
		const consequence = consequences[kind][passed ? 0 : 1];
		const unchanged = passed
			? ''
			: `（${inARow > threshold ? `连续 ${inARow} 次` : `${threshold} 次中的第 ${inARow} 次`}）`;
		const more = changed ? `；已连续 ${inARow} 次，容器被视为${consequence}` : unchanged;
		const said = output.trimEnd();
		return `${podOf(stop)} 中 ${container} 的${titles[kind]}探针${passed ? '成功' : `失败${said === '' ? '' : `：${said}`}`}${more}。`;
	},
	'kubelet.logs'(facts, stop) {
		return facts.case === 'refused'
			? `${facts.node} 的 kubelet 无法读取日志：${facts.message}。`
			: `${facts.node} 的 kubelet 读取 ${podOf(stop)} 中 ${facts.container} 的日志：${facts.lines} 行${facts.follows ? '，并继续跟随' : ''}。`;
	},
};
