"""`python -m fairdeal` is the command `fairdeal`."""

if __name__ == "__main__":  # processes that it starts import this file too, and have no use for the command
    from fairdeal.cli import main

    main()
