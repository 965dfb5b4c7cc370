// Answers the cases of libraries.jsonl.gz anew, with the modules that Kubernetes is made of. Cases come on standard input, one JSON object a line; the same objects leave with their answers:
//
//	go mod init libraries && go get k8s.io/client-go@v0.36.3 k8s.io/apiserver@v0.36.3 k8s.io/pod-security-admission@v0.36.3
//	gunzip -c libraries.jsonl.gz | go run libraries.go | gzip -9 > new.jsonl.gz
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/util/jsonpath"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// A case: which fields it has depends on its module.
type question struct {
	Module       string           `json:"module"`
	Text         string           `json:"text"`
	AllowMissing bool             `json:"allowMissing"`
	Object       json.RawMessage  `json:"object"`
	Kind         [2]string        `json:"kind"`
	Original     json.RawMessage  `json:"original"`
	Patch        json.RawMessage  `json:"patch"`
	Modified     json.RawMessage  `json:"modified"`
	Current      json.RawMessage  `json:"current"`
	Level        string           `json:"level"`
	Version      string           `json:"version"`
	Metadata     corev1ObjectMeta `json:"metadata"`
	Spec         *corev1.PodSpec  `json:"spec"`
}

type corev1ObjectMeta struct {
	Name        string            `json:"name"`
	Annotations map[string]string `json:"annotations"`
}

// The object that CEL expressions use.
var celObject any

func quantity(q question) (any, error) {
	var value resource.Quantity
	text, _ := json.Marshal(q.Text)
	err := json.Unmarshal(text, &value)
	return value.String(), err
}

func selector(q question) (any, error) {
	parsed, err := labels.Parse(q.Text)
	if err != nil {
		return nil, err
	}
	return parsed.String(), nil
}

func path(q question) (any, error) {
	var object any
	if err := json.Unmarshal(q.Object, &object); err != nil {
		return nil, err
	}
	template := jsonpath.New("out").AllowMissingKeys(q.AllowMissing)
	if err := template.Parse(q.Text); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := template.Execute(&out, object)
	return out.String(), err
}

func parsedURL(q question) (any, error) {
	if _, err := url.ParseRequestURI(q.Text); err != nil {
		return nil, err
	}
	u, err := url.Parse(q.Text)
	if err != nil {
		return nil, err
	}
	keys := []string{}
	for key := range u.Query() {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	parts := []string{u.Scheme, u.Host, u.Hostname(), u.Port(), u.EscapedPath(), strings.Join(keys, "|")}
	return strings.Split(strings.Join(parts, "|"), "|"), nil
}

func instance(kind [2]string) (runtime.Object, error) {
	version, err := schema.ParseGroupVersion(kind[0])
	if err != nil {
		return nil, err
	}
	return scheme.Scheme.New(version.WithKind(kind[1]))
}

func patched(q question) (any, error) {
	object, err := instance(q.Kind)
	if err != nil {
		return nil, err
	}
	result, err := strategicpatch.StrategicMergePatch(q.Original, q.Patch, object)
	return json.RawMessage(result), err
}

func threeWay(q question) (any, error) {
	object, err := instance(q.Kind)
	if err != nil {
		return nil, err
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(object)
	if err != nil {
		return nil, err
	}
	result, err := strategicpatch.CreateThreeWayMergePatch(q.Original, q.Modified, q.Current, meta, true)
	return json.RawMessage(result), err
}

func violations(q question) (any, error) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, err
	}
	parsed, err := api.ParseVersion(q.Version)
	if err != nil {
		return nil, err
	}
	pod := corev1.Pod{Spec: *q.Spec}
	pod.Annotations = q.Metadata.Annotations
	level := api.LevelVersion{Level: api.Level(q.Level), Version: parsed}
	result := policy.AggregateCheckResults(evaluator.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec))
	if result.Allowed {
		return "allowed", nil
	}
	return result.ForbiddenDetail(), nil
}

func celValue(value ref.Val) any {
	switch typed := value.(type) {
	case types.Bool, types.String, types.Int:
		return typed.Value()
	case types.Uint:
		return fmt.Sprintf("uint:%v", typed.Value())
	case types.Double:
		return fmt.Sprintf("double:%v", typed.Value())
	case types.Null:
		return nil
	}
	if list, ok := value.(traits.Lister); ok {
		items := []any{}
		for it := list.Iterator(); it.HasNext() == types.True; {
			items = append(items, celValue(it.Next()))
		}
		return items
	}
	if object, ok := value.(traits.Mapper); ok {
		entries := [][2]any{}
		for it := object.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			entries = append(entries, [2]any{fmt.Sprint(key.Value()), celValue(object.Get(key))})
		}
		sort.Slice(entries, func(i, j int) bool { return fmt.Sprint(entries[i][0]) < fmt.Sprint(entries[j][0]) })
		return map[string]any{"map": entries}
	}
	return "type:" + value.Type().TypeName()
}

var celEnvironment = func() *cel.Env {
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("object", cel.DynType)},
	})
	if err != nil {
		panic(err)
	}
	env, err := set.Env(environment.NewExpressions)
	if err != nil {
		panic(err)
	}
	return env
}()

func expression(q question) (any, string, error) {
	ast, issues := celEnvironment.Compile(q.Text)
	if issues != nil && issues.Err() != nil {
		return nil, "", errors.New(issues.String())
	}
	program, err := celEnvironment.Program(ast)
	if err != nil {
		return nil, "", err
	}
	value, _, err := program.Eval(map[string]any{"object": celObject})
	if err != nil {
		return nil, "", err
	}
	return celValue(value), ast.OutputType().String(), nil
}

func answer(q question) any {
	if q.Module == "pod-security" {
		result, err := violations(q)
		if err != nil {
			panic(err)
		}
		return result
	}
	if q.Module == "cel" {
		result, kind, err := expression(q)
		if err != nil {
			return map[string]any{"error": err.Error()}
		}
		return map[string]any{"result": result, "type": kind}
	}
	modules := map[string]func(question) (any, error){
		"quantity": quantity, "labels": selector, "jsonpath": path, "url": parsedURL,
		"strategic-merge-patch": patched, "three-way-patch": threeWay,
	}
	result, err := modules[q.Module](q)
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return map[string]any{"result": result}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var q question
		var all map[string]json.RawMessage
		if err := errors.Join(json.Unmarshal(lines.Bytes(), &q), json.Unmarshal(lines.Bytes(), &all)); err != nil {
			panic(err)
		}
		if q.Module == "cel-object" {
			if err := kjson.Unmarshal(q.Object, &celObject); err != nil {
				panic(err)
			}
		} else {
			encoded, err := json.Marshal(answer(q))
			if err != nil {
				panic(err)
			}
			all["answer"] = encoded
		}
		line, _ := json.Marshal(all)
		fmt.Println(string(line))
	}
}
