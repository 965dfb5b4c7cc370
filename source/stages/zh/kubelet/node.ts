import {goDuration} from '../../../go/duration.js';
import {conditionTurns, leaseSeconds, notReady, pressures, runningParts} from '../../digest/node.js';
import type {NodeFacts, RunningPod} from '../../facts/kubelet/node.js';
import {podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const whyDeleted = {
	orphan: '节点上没有描述它的清单',
	leaving: '有人在删除它，但它的清单还在节点上',
	outdated: '它对应的是另一份清单',
};

type Failures = NodeFacts['kubelet.usage']['failures'];

const unmeasured = ([first, ...others]: Failures): string =>
	first
		? `；没有 ${first.node} 的样本：${first.error}${others.length > 0 ? `，另有 ${others.length} 个节点` : ''}`
		: '';

const states = {
	'sandbox ready': '沙箱就绪',
	'sandbox stopped': '沙箱已停止',
	created: '已创建',
	running: '运行中',
	exited: '已退出',
};

const running = (pod: RunningPod): string => `${pod.pod}（${runningParts(pod, states).join('、')}）`;

/** Stops of a kubelet as a whole, in Chinese. */
export const nodeSentences: Translation<Sentences<NodeFacts>> = {
	'kubelet.node'(facts) {
		switch (facts.case) {
			case 'start': {
				return `${facts.options.name} 的 kubelet 启动；运行时有 ${facts.images} 个镜像。`;
			}

			case 'former': {
				return `${facts.name} 上原来运行的继续运行：${facts.pods} 个 Pod，连同沙箱、容器和地址。`;
			}

			case 'register': {
				return `kubelet 注册 ${facts.node.metadata.name}：容量、地址、标签和第一份状态，尚未就绪。`;
			}

			case 'known': {
				return `${facts.node.metadata.name} 已经注册过；kubelet 沿用那个 Node。`;
			}

			case 'register-refused': {
				return `${facts.name} 无法注册：${facts.message}。kubelet 重试。`;
			}

			case 'report': {
				const {name, volumesInUse} = facts;
				const unready = notReady(facts);
				if (unready !== undefined) {
					return `${name} 报告自己没有就绪：${unready}。`;
				}

				const short = pressures(facts);
				return volumesInUse
					? `${name} 报告自己已就绪，并且${volumesInUse.length === 0 ? '没有在用的卷' : `报告在用的卷：${listed(volumesInUse.map((volume) => volume.slice(volume.lastIndexOf('/') + 1)))}`}。`
					: `${name} 报告自己的状况：已就绪${short.length > 0 ? `，并有 ${listed(short)}` : ''}。`;
			}

			case 'csi-node': {
				return `${facts.name} 的 kubelet 有 CSI 驱动程序 ${listed(facts.drivers)}；它的 CSINode 列出了它们。`;
			}

			case 'report-refused': {
				return `${facts.name} 无法报告自己的状况：${facts.message}。`;
			}

			case 'read-refused': {
				return `${facts.name} 无法读取自己的 Node：${facts.message}。`;
			}
		}
	},
	'kubelet.lease': (facts) =>
		facts.case === 'renew'
			? `${facts.name} 续租：${facts.spec?.leaseDurationSeconds ?? leaseSeconds} 秒之内视为存活。`
			: `${facts.name} 无法续租：${facts.message}。`,
	'kubelet.cpus'(facts, stop) {
		switch (facts.case) {
			case 'start': {
				const {node, all, reserved, shared, isNew} = facts;
				return `${node} 的 CPU 管理器以 static 策略${isNew ? '启动' : '继续'}：CPU ${all}，其中 ${reserved} 保留；共享池是 ${shared}。`;
			}

			case 'give': {
				const {given, before, after} = facts;
				return `${given.map(({container, cpus}) => `${podOf(stop)} 的 ${container} 独占 CPU ${cpus}`).join('，')}；共享池从 ${before} 缩小到 ${after}。`;
			}

			case 'release': {
				const {node, released, shared} = facts;
				return `${node} 上 ${released.length} 个独占 CPU 的 Pod 已不存在：${listed(released.map(({cpus}) => cpus))} 归还共享池，现在是 ${shared}。`;
			}

			case 'reconcile': {
				const {container, before, cpus, isShared} = facts;
				return `CPU 管理器查看容器在哪里运行：${podOf(stop)} 的 ${container} ${isShared ? '共享' : '独占'} CPU ${cpus}，${before === undefined ? '它确认了这一点' : `不再是 ${before}`}。`;
			}
		}
	},
	'kubelet.usage': ({nodes, pods, failures}) =>
		`metrics-server 向各 kubelet 询问容器的用量：${nodes} 个节点，${pods} 个 Pod${unmeasured(failures)}。`,
	'kubelet.shutdown'(facts) {
		const {node} = facts;
		switch (facts.case) {
			case 'inhibit': {
				return `${node} 的 kubelet 向 logind 取得一把锁：关机要等它，最多 ${goDuration(facts.delayMs)}。`;
			}

			case 'detected': {
				return `${node} 的 kubelet 从 logind 得知系统即将关机：不再接收任何 Pod。`;
			}

			case 'cancelled': {
				return `${node} 的 kubelet 从 logind 得知关机已取消。`;
			}

			case 'group': {
				const {priority, seconds, pods} = facts;
				return `${node} 上优先级不低于 ${priority} 的 Pod 结束，最多 ${seconds} 秒：${listed(pods.map(({pod, graceSeconds}) => `${pod}（宽限期 ${graceSeconds} 秒）`))}。`;
			}

			case 'group-ended': {
				const {priority, count, late} = facts;
				return late.length === 0
					? `${node} 上优先级不低于 ${priority} 的 ${count} 个 Pod 已经结束。`
					: `优先级不低于 ${priority} 的 Pod 时间到了；${node} 上还有 ${listed(late)}。`;
			}

			case 'released': {
				return `${node} 的 kubelet 交还锁：不再阻止关机。`;
			}
		}
	},
	'kubelet.eviction'(facts, stop) {
		switch (facts.case) {
			case 'observe': {
				const {node, signals, graceMs} = facts;
				const has = conditionTurns(facts, {
					gets: (conditions) => `得到 ${listed(conditions)}`,
					keeps: (conditions) => `保持 ${listed(conditions)}`,
					loses: (conditions) => `去掉 ${listed(conditions)}`,
				});
				const low = signals.map(
					({signal, available, threshold, isSoft}) =>
						`${signal} 为 ${available}，低于${isSoft ? '软' : '硬'}阈值 ${threshold}`,
				);
				return low.length === 0
					? `${node} 的驱逐管理器发现不再短缺：Node ${has.join('，')}。`
					: `${node} 的驱逐管理器查看：${low.join('；')}${has.length > 0 ? `；Node ${has.join('，')}` : ''}${graceMs > 0 ? `，距驱逐第一个 Pod 还有 ${goDuration(graceMs)}` : ''}。`;
			}

			case 'rank': {
				const {node, resource, ranked, victim} = facts;
				const order = ranked.map(({pod, priority, excess}) =>
					resource === 'pids'
						? `${pod}（优先级 ${priority}）`
						: `${pod}（${excess > 0 ? '超出' : '没有超出'}请求，优先级 ${priority}）`,
				);
				return `${node} 的驱逐管理器就 ${resource} 给 Pod 排序：${listed(order) || '一个都没有'}。${victim === undefined ? '都不能驱逐。' : `驱逐 ${victim}。`}`;
			}

			case 'evict': {
				return `kubelet 驱逐 ${podOf(stop)}，宽限期 ${facts.graceSeconds} 秒：${facts.message.trimEnd()}`;
			}
		}
	},
	'kubelet.garbage': (facts) =>
		facts.case === 'images'
			? `${facts.node} 的 kubelet 删除了没有容器使用的 ${listed(facts.images)}：又空出 ${facts.freed} 字节。`
			: `${facts.node} 的磁盘用了 ${facts.percent}%。${facts.message}`,
	'kubelet.resync': ({node, pods, missed}) =>
		`与最早的版本一样，kubelet 每 20 秒列出绑定到 ${node} 的 ${pods} 个 Pod，与自己的 worker 核对：${missed.length === 0 ? '没有缺少的 worker' : `${listed(missed)} 没有 worker`}。`,
	'kubelet.pleg': ({node, asked, ...pod}) =>
		asked
			? `同步改动了容器，因此 PLEG 立即列出这个 Pod：${running(pod)}。`
			: `PLEG 列出 ${node} 上的容器，发现变化：${running(pod)}。`,
	'kubelet.static': (facts, stop) =>
		facts.case === 'refused'
			? `无法处理清单文件 ${facts.path}：${facts.message}。`
			: `${facts.node} 的 kubelet 读取 ${facts.path}：${podOf(stop)} 是静态 Pod，不经 apiserver 就运行它。`,
	'kubelet.mirror'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'waits': {
				return `${pod} 还没有镜像 Pod：kubelet 还没有读到自己的 Node。Pod 照样运行。`;
			}

			case 'create': {
				return `kubelet 为静态 Pod ${pod} 创建一个镜像 Pod；它的属主是 Node。`;
			}

			case 'exists': {
				return `${pod} 已经在 API 里；监视会把它送来。`;
			}

			case 'create-refused': {
				return `未能为 ${pod} 创建镜像 Pod：${facts.message}。Pod 照样运行。`;
			}

			case 'delete': {
				return `kubelet 以宽限期 0 删除镜像 Pod ${pod}：${whyDeleted[facts.why]}。`;
			}

			case 'delete-refused': {
				return `镜像 Pod ${pod} 无法删除：${facts.message}。`;
			}
		}
	},
};
