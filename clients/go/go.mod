module github.com/counterfoil/counterfoil/clients/go

go 1.22
