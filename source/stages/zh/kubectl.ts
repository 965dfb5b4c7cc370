import {firstLine, kindAndName, subjectOf} from '../digest/kubectl.js';
import type {FactsOf} from '../facts.js';
import type {KubectlFacts, Proof} from '../facts/kubectl.js';
import {manifestMistakes} from './manifest-mistakes.js';
import {listed} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const manifestMistake = (message: string): string =>
	manifestMistakes.find(([english]) => english === message)?.[1] ?? message;

const printed = (facts: FactsOf<'kubectl.print'>): string => {
	switch (facts.case) {
		case 'output': {
			return `kubectl 打印：${firstLine(facts.stdout || facts.stderr)}`;
		}

		case 'end': {
			return facts.code === 0 ? 'kubectl 打印结果并退出。' : `kubectl 打印失败的原因，以退出码 ${facts.code} 结束。`;
		}

		case 'wait-gone': {
			return `kubectl 等待，直到 ${facts.of} 消失。`;
		}

		case 'gone': {
			return `${facts.of} 已经消失；kubectl 不再等待。`;
		}

		case 'wait': {
			return `kubectl 等待 ${facts.of} 的 ${listed(facts.conditions)}。`;
		}

		case 'diff': {
			return `kubectl 把服务器上的 ${facts.of} 与它将要变成的内容作比较。`;
		}

		case 'describe': {
			return `kubectl 根据对象${facts.showEvents ? '及其事件' : ''}描述 ${facts.of}。`;
		}
	}
};

const operations: Readonly<Record<string, string>> = {
	none: '无需修改',
	update: '需要更新',
	create: '需要创建',
	recreate: '需要重新创建',
};

/** Objects that flags are turned into. */
const made = (facts: FactsOf<'kubectl.generate'>): string | undefined => {
	switch (facts.case) {
		case 'create': {
			return `${facts.command} 用参数生成 ${facts.kind} ${facts.name}。`;
		}

		case 'run': {
			return `kubectl run 生成 Pod ${facts.pod}，里面是一个镜像为 ${facts.image} 的容器；不会有控制器拥有它。在 1.18 版之前，这个命令创建的是 Deployment。`;
		}

		case 'generator': {
			return `kubectl run 用生成器 ${facts.generator}，由参数生成 ${facts.kind} ${facts.name}。（已在 ${facts.removedIn} 中从 Kubernetes 移除。）`;
		}

		case 'expose-pod': {
			return `--expose 为 Pod 的端口 ${facts.port} 加上 Service ${facts.service}。`;
		}

		case 'expose': {
			return `kubectl expose 生成 Service ${facts.service}，它按标签选择 ${facts.target} 的 Pod。`;
		}

		case 'token': {
			return `kubectl 申请服务账号 ${facts.serviceAccount} 的令牌。`;
		}

		case 'autoscaler': {
			return `kubectl autoscale 为 ${facts.target} 生成一个 HorizontalPodAutoscaler。`;
		}

		case 'ephemeral-container': {
			return `kubectl 给 ${facts.of} 加上临时容器 ${facts.container}。`;
		}

		case 'debug-copy': {
			return `kubectl 复制 ${facts.of}，副本名为 ${facts.copy}。`;
		}

		case 'node-debugger': {
			return `kubectl 生成 Pod ${facts.pod}，无论有什么污点，它都运行在节点 ${facts.node} 上。`;
		}

		default: {
			return undefined;
		}
	}
};

/**
Changes to existing objects.

Long because it is a table: one case per change.
*/
const changed = (facts: FactsOf<'kubectl.generate'>): string => {
	switch (facts.case) {
		case 'scale': {
			return `kubectl 要求 ${facts.of} 有 ${facts.after} 个副本，原来是 ${String(facts.before)} 个。`;
		}

		case 'rollout': {
			return `kubectl 生成一个补丁：${facts.of} ${facts.becomes}。`;
		}

		case 'revision': {
			return `kubectl 从修订版本 ${facts.revision} 取出 ${facts.of} 的 Pod 模板。`;
		}

		case 'set': {
			return `kubectl 生成一个补丁：${facts.of} ${facts.past}。`;
		}

		case 'merge-patch': {
			return `kubectl 为 ${facts.of} 的 ${facts.field} 生成一个合并补丁。`;
		}

		case 'apply-patch': {
			return facts.patchText === '{}'
				? `${facts.of} 上次应用的、新的和现有的配置一致：无需修补。`
				: `kubectl 比较 ${facts.of} 上次应用的、新的和现有的配置，生成补丁 ${facts.patchText}。`;
		}

		case 'last-applied': {
			return `${facts.of} 的一条注解保存着它上次应用的配置。`;
		}

		case 'annotation-patch': {
			return `kubectl 为 ${facts.of} 的 last-applied 注解生成一个补丁。`;
		}

		case 'prune': {
			return `${facts.of} 以前应用过，现在却不在任何清单里：kubectl 把它清除。`;
		}

		case 'edit': {
			return `kubectl 把 ${facts.of} 写进一个文件，交给编辑器。这里无法编辑，所以它原样返回：要改动它，用 kubectl patch、set 或 apply。`;
		}

		case 'editor': {
			return facts.isAgain
				? `kubectl 再次在编辑器里打开 ${facts.of}。文件开头的注释说明上一份文本为什么被拒绝。`
				: `kubectl 把 ${facts.of} 写进临时文件，在编辑器里打开，并等编辑器关闭。`;
		}

		case 'edited': {
			return `kubectl 把编辑后的 ${facts.of} 与它读到的对象比较，用差异生成一个补丁。`;
		}

		case 'reconcile': {
			return `kubectl 把 ${facts.of} 与文件比较：${operations[facts.operation] ?? facts.operation}。`;
		}

		case 'taints': {
			return `kubectl 为节点 ${facts.node} 的污点生成一个补丁。`;
		}

		case 'condition': {
			return `kubectl 给 ${facts.request} 加上状况 ${facts.type}。`;
		}

		case 'cordon': {
			return `kubectl 生成一个补丁，让节点 ${facts.node} ${facts.unschedulable ? '不可调度' : '重新可以调度'}。`;
		}

		case 'drain': {
			return `节点 ${facts.node} 上有 ${facts.pods}，kubectl 决定驱逐其中哪些 Pod。`;
		}

		default: {
			return '';
		}
	}
};

const proofWords = (proof: Proof): string => {
	switch (proof.case) {
		case 'token': {
			return '使用持有者令牌';
		}

		case 'certificate': {
			return `使用 ${subjectOf(proof)} 的客户端证书`;
		}

		case 'none': {
			return '没有凭据：请求是匿名的';
		}
	}
};

/** Stops in kubectl, in Chinese. */
export const kubectlSentences: Translation<Sentences<KubectlFacts>> = {
	'kubectl.kubeconfig': ({file, context, server, user, namespace, proof}) =>
		`kubectl 读取 ${file}：上下文 ${context || '（无）'} 指向 ${server}，用户 ${user || '（无）'}，命名空间 ${namespace}，${proofWords(proof)}。`,
	'kubectl.parse'(facts) {
		switch (facts.case) {
			case 'document': {
				return `kubectl 从 ${facts.file} 的第 ${facts.line} 行读取${facts.objectKind === undefined ? '' : ' '}${kindAndName(facts, '一个没有 kind 的对象')}，把 YAML 转成 JSON。`;
			}

			case 'refused': {
				return `kubectl 无法读取 ${facts.file}：${manifestMistake(facts.message)}`;
			}

			case 'patch': {
				return `kubectl 把补丁转成 JSON：${facts.output}`;
			}
		}
	},
	'kubectl.validate'(facts) {
		switch (facts.case) {
			case 'passed': {
				return `${kindAndName(facts, '这个对象')} 有 kind（${String(facts.kind)}），也有 apiVersion（${String(facts.apiVersion)}）。各个字段由服务器检查。`;
			}

			case 'refused': {
				return `kubectl 在发送请求之前就拒绝了 ${facts.source}：${facts.fault}。`;
			}

			case 'other-namespace': {
				return `对象在命名空间 ${facts.own}，参数里却写着 ${facts.chosen}。`;
			}
		}
	},
	'kubectl.negotiate'(facts) {
		switch (facts.case) {
			case 'unknown-word': {
				return `服务器没有名为 ${facts.word} 的资源。`;
			}

			case 'word': {
				return `${facts.word} 指 ${facts.apiVersion} 的 ${facts.resource}，是${facts.namespaced ? '命名空间作用域' : '集群作用域'}的资源。`;
			}

			case 'unknown-kind': {
				return `服务器在 ${facts.apiVersion} 里没有类别 ${facts.kind}。`;
			}

			case 'kind': {
				return `${facts.apiVersion} 的 ${facts.kind}，就是${facts.group ? ` ${facts.group} 组的` : ''}资源 ${facts.resource}：URL 是 ${facts.url}。`;
			}

			case 'created-kind': {
				return `${facts.apiVersion} 的 ${facts.kind}，就是资源 ${facts.resource}：URL 是 ${facts.url}。`;
			}
		}
	},
	'kubectl.discover'(facts) {
		switch (facts.case) {
			case 'known': {
				return `kubectl 的发现缓存里有 ${facts.server} 的 ${facts.resources} 种资源，不再请求。`;
			}

			case 'read': {
				return `${facts.server} 提供 ${facts.resources} 种资源；kubectl 把列表缓存六小时。`;
			}

			case 'openapi': {
				return facts.status < 400
					? `索引 ${facts.path} 列出 ${facts.documents} 份 OpenAPI 文档，每个组和版本一份，并附有内容的哈希。`
					: `服务器不提供 OpenAPI 文档的索引。`;
			}

			case 'field-validation': {
				return facts.status < 400
					? `${facts.apiVersion} 的 OpenAPI 文档列有参数 fieldValidation，所以 kubectl 让服务器检查字段。`
					: `服务器没有 ${facts.apiVersion} 的 OpenAPI 文档；kubectl 仍然要求 fieldValidation。`;
			}

			case 'patch-types': {
				return `${facts.apiVersion} 的 OpenAPI 文档没有为 ${facts.kind} 提供策略性合并补丁（strategic merge patch）。kubectl 再读 ${facts.path}，也没有找到：它将发送 JSON 合并补丁。`;
			}

			case 'schema': {
				return `kubectl 从 ${facts.apiVersion} 的 OpenAPI 文档读取 ${facts.word} 的模式（schema）。`;
			}
		}
	},
	'kubectl.generate': (facts) => made(facts) ?? changed(facts),
	'kubectl.request'(facts) {
		switch (facts.case) {
			case 'send': {
				return `kubectl 发送 ${facts.request.method} ${facts.url}。`;
			}

			case 'refused': {
				const {method, path, code, reason, message} = facts;
				return `服务器对 ${method} ${path} 返回 ${code}${reason ? ` ${reason}` : ''}：${message}`;
			}

			case 'lost': {
				return `${facts.method} ${facts.path} 没有得到响应：${facts.message}`;
			}

			case 'patched': {
				return `${facts.of} 已修补。`;
			}

			case 'command-end': {
				return `${facts.command.join(' ')} 在 ${facts.pod} 的容器 ${facts.container} 里结束了：${facts.failure ?? '退出码 0'}。`;
			}

			case 'console-end': {
				return `${facts.pod} 的容器 ${facts.container} 的控制台已关闭。`;
			}
		}
	},
	'kubectl.print': printed,
};
