// Prints kubectl's commands with their aliases and flags as JSON, without its sentences:
//
//	go mod init kubectl-facts && go get k8s.io/kubectl@v0.36.3 && go run kubectl-facts.go
package main

import (
	"encoding/json"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd"
)

type flag struct {
	Name         string `json:"name"`
	Shorthand    string `json:"shorthand,omitempty"`
	Type         string `json:"type"`
	Default      string `json:"default,omitempty"`
	WithoutValue string `json:"withoutValue,omitempty"`
	Deprecated   bool   `json:"deprecated,omitempty"`
	Hidden       bool   `json:"hidden,omitempty"`
}

type command struct {
	Use        string    `json:"use"`
	Aliases    []string  `json:"aliases,omitempty"`
	Deprecated bool      `json:"deprecated,omitempty"`
	Hidden     bool      `json:"hidden,omitempty"`
	Flags      []flag    `json:"flags,omitempty"`
	Commands   []command `json:"commands,omitempty"`
}

func flagsOf(set *pflag.FlagSet) (found []flag) {
	set.VisitAll(func(one *pflag.Flag) {
		found = append(found, flag{one.Name, one.Shorthand, one.Value.Type(), one.DefValue, one.NoOptDefVal, one.Deprecated != "", one.Hidden})
	})
	return found
}

func describe(one *cobra.Command) command {
	described := command{Use: one.Use, Aliases: one.Aliases, Deprecated: one.Deprecated != "", Hidden: one.Hidden, Flags: flagsOf(one.LocalFlags())}
	for _, child := range one.Commands() {
		described.Commands = append(described.Commands, describe(child))
	}
	return described
}

func main() {
	os.Setenv("HOME", "/home/user")
	streams := genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr}
	root := cmd.NewKubectlCommand(cmd.KubectlOptions{IOStreams: streams})
	if err := json.NewEncoder(os.Stdout).Encode(describe(root)); err != nil {
		panic(err)
	}
}
